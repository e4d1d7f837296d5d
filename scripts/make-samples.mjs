// Writes the sample sessions in packages/cli/samples: made-up work that shows what sessions contain. The output is
// reproducible.
import { rmSync } from 'node:fs';
import { giftCards } from './sample/gift-cards.mjs';
import { folder } from './sample/sample.mjs';
import { uploadTest } from './sample/upload-test.mjs';
import { windowsNotes } from './sample/windows-notes.mjs';

rmSync(folder, { recursive: true, force: true });
uploadTest();
windowsNotes();
giftCards();
