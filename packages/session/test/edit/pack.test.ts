import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  arrivalOf,
  filesToPack,
  Journal,
  layOut,
  type PackManifest,
  packFiles,
  startFolderOf,
  takeIn,
  unpackTo,
} from '../../src/edit.js';
import { type ConfigFolder, checkFile, familyOf, resume } from '../../src/index.js';
import { cwdOf, slugOf } from '../../src/locate.js';
import { openSession } from '../../src/model/open-session.js';
import { corpusPath, distinctFamilies, hasCorpus, sessionFilesIn } from '../support/corpus.js';
import { script } from '../support/lines.js';
import { configWith, newFolder, snapshot } from './config-folder.js';
import { firstDifference, withoutPath } from './without-path.js';

const ID = '00000000-0000-4000-8000-00000000000a';

function sessionIn(cwd: string): string {
  const sep = cwd.includes('\\') ? '\\' : '/';
  return script()
    .user(`look at ${cwd}${sep}src${sep}x.ts`, { cwd, sessionId: ID })
    .call('m1', 't1', 'Read', { file_path: `${cwd}${sep}x.ts` }, { cwd, sessionId: ID })
    .result('t1', 'ok', { cwd, sessionId: ID })
    .text();
}

function family(cwd: string): ConfigFolder {
  const slug = slugOf(cwd);
  return configWith({
    [`projects/${slug}/${ID}.jsonl`]: sessionIn(cwd),
    [`projects/${slug}/${ID}/subagents/workflows/wf_${'long-name'.repeat(12)}/agent-1.jsonl`]: sessionIn(cwd),
    [`projects/${slug}/${ID}/subagents/agent-2.meta.json`]: '{}',
    [`projects/${slug}/${ID}/subagents/agent-2.jsonl`]: sessionIn(cwd),
    [`projects/${slug}/${ID}/tool-results/t1.txt`]: `in ${cwd}`,
    [`projects/${slug}/agent-3.jsonl`]: sessionIn(cwd),
    [`file-history/${ID}/abc@v1`]: `in ${cwd}`,
    [`todos/${ID}-agent-${ID}.json`]: '[]',
    'settings.json': '{}',
  });
}

async function packed(config: ConfigFolder, cwd: string, home: string): Promise<string> {
  const main = join(config.projects, slugOf(cwd), `${ID}.jsonl`);
  const out = join(newFolder('pack'), 'x.unspool.tgz');
  const { files } = filesToPack(familyOf(main), main, ID);
  const about = { sessionId: ID, title: 'T', cwd, home, platform: 'linux', slug: slugOf(cwd), isRedacted: false };
  await packFiles(files, about, out);
  return out;
}

async function unpackedAs(archive: string, cwd: string, home: string) {
  const folder = newFolder('unpack');
  mkdirSync(join(folder, 'raw'));
  const manifest = await unpackTo(archive, join(folder, 'raw'));
  const arrival = { cwd, home, project: slugOf(cwd) };
  const laid = layOut(manifest, { raw: join(folder, 'raw'), folder: join(folder, 'config'), arrival });
  return { folder, manifest, ...laid };
}

describe('pack and unpack', () => {
  it('restores the same files on the same machine', async () => {
    const config = family('/home/a/app');
    const archive = await packed(config, '/home/a/app', '/home/a');
    const { folder } = await unpackedAs(archive, '/home/a/app', '/home/a');
    const before = snapshot(config.folder);
    const after = snapshot(join(folder, 'config'));
    const hashes = (files: { [path: string]: string }) =>
      Object.entries(files)
        .filter(([path, value]) => value !== 'folder' && path !== 'settings.json')
        .map(([path, value]) => `${path} ${value.split(' ')[0]}`)
        .sort();
    expect(hashes(after)).toEqual(hashes(before));
  });

  it('is an archive that tar reads', async () => {
    const archive = await packed(family('/home/a/app'), '/home/a/app', '/home/a');
    const names = execFileSync('tar', ['tzf', archive], { encoding: 'utf8' }).trim().split('\n');
    expect(names[0]).toBe('manifest.json');
    expect(names).toHaveLength(9);
    expect(names).toContain(`project/${ID}/subagents/workflows/wf_${'long-name'.repeat(12)}/agent-1.jsonl`);
  });

  it('moves a session from Windows to Unix and back', async () => {
    const archive = await packed(family('C:\\Users\\me\\app'), 'C:\\Users\\me\\app', 'C:\\Users\\me');
    const there = await unpackedAs(archive, '/home/a/app', '/home/a');
    expect(arrivalOf(there.manifest, '/home/a')).toBe('/home/a/app');
    expect(readFileSync(there.main, 'utf8')).toBe(sessionIn('/home/a/app'));
    expect(startFolderOf(there.main)).toBe('/home/a/app');
    const back = join(newFolder('pack'), 'y.tgz');
    const { files } = filesToPack(familyOf(there.main), there.main, ID);
    const about = { ...there.manifest, cwd: '/home/a/app', home: '/home/a', slug: slugOf('/home/a/app') };
    await packFiles(files, about, back);
    const home = await unpackedAs(back, 'C:\\Users\\me\\app', 'C:\\Users\\me');
    expect(arrivalOf(home.manifest, 'C:\\Users\\me')).toBe('C:\\Users\\me\\app');
    expect(cwdOf(home.main)).toBe('C:\\Users\\me\\app');
    // In running text a Unix path becomes one with slashes, which Windows also accepts.
    expect(readFileSync(home.main, 'utf8')).toContain('look at C:/Users/me/app/src/x.ts');
    expect(readFileSync(home.main, 'utf8')).toContain('"file_path":"C:\\\\Users\\\\me\\\\app\\\\x.ts"');
    expect(checkFile(home.main).resumes).toBe(true);
  });

  it('installs everything, and undo removes what was created', async () => {
    const archive = await packed(family('/home/a/app'), '/home/a/app', '/home/a');
    const { folder, main } = await unpackedAs(archive, '/home/b/app', '/home/b');
    const config = configWith({ 'projects/-x/y.jsonl': '', 'todos/other.json': '' });
    const before = snapshot(config.folder);
    const journal = new Journal(newFolder('journal'));
    const order = { staged: join(folder, 'config'), main, config, journal, stopped: [] };
    const { file, created } = takeIn(order, { at: '2026-01-01T00:00:00.000Z', what: 'unpack' }).entry;
    expect(checkFile(file).resumes).toBe(true);
    expect(familyOf(file).agents).toHaveLength(3);
    expect(familyOf(file).fileHistory).toBeDefined();
    for (const path of created) rmSync(path, { recursive: true });
    const files = (all: { [path: string]: string }) => Object.entries(all).filter(([, value]) => value !== 'folder');
    expect(files(snapshot(config.folder))).toEqual(files(before));
  });

  it('accepts its own archives, however well they compress', async () => {
    const config = configWith({
      [`projects/-home-a-app/${ID}.jsonl`]: sessionIn('/home/a/app'),
      [`projects/-home-a-app/${ID}/tool-results/t1.txt`]: Buffer.alloc(70 * 1024 * 1024, 'a'),
    });
    const archive = await packed(config, '/home/a/app', '/home/a');
    expect((await unpackedAs(archive, '/home/a/app', '/home/a')).manifest.files).toHaveLength(2);
  });

  it('overwrites nothing', async () => {
    const archive = await packed(family('/home/a/app'), '/home/a/app', '/home/a');
    await expect(packFiles([], {} as PackManifest, archive)).rejects.toThrow('already exists');
  });
});

describe.skipIf(!hasCorpus)('every outside session', () => {
  const files = hasCorpus
    ? distinctFamilies([
        ...sessionFilesIn(corpusPath('corpus/files')),
        ...sessionFilesIn(corpusPath('real-client/sessions')),
      ])
    : [];

  it.each(files.filter((file) => !basename(file).startsWith('agent-')).map((file) => [file.slice(-70), file]))(
    '%s',
    async (_, file) => {
      const cwd = cwdOf(file);
      if (!cwd || !/[\\/]/.test(cwd)) return;
      const out = join(newFolder('pack'), 'x.tgz');
      const { files: all } = filesToPack(familyOf(file), file, ID);
      const about = {
        sessionId: ID,
        title: '',
        cwd,
        home: '',
        platform: 'linux',
        slug: slugOf(cwd),
        isRedacted: false,
      };
      await packFiles(all, about, out);
      expect(gunzipSync(readFileSync(out)).length % 512).toBe(0);
      // To a folder of the same kind of system, so that only the path differs in what is sent.
      const to = /^[A-Za-z]:/.test(cwd) ? 'E:\\zz\\zz' : '/zz/zz';
      const { folder, main } = await unpackedAs(out, to, '/nowhere');
      const options = { sessionId: ID };
      const [before, after] = [checkFile(file, options), checkFile(main, options)];
      expect({ ...after, file: '', problems: [] }).toEqual({ ...before, file: '', problems: [] });
      expect(cwdOf(main)).toBe(to);
      const sent = [resume(openSession(file, options)), resume(openSession(main, options))];
      expect(firstDifference(withoutPath(sent[0], cwd, to), withoutPath(sent[1], cwd, to))).toBe('');
      // And to the other kind, where it must also resume.
      const other = await unpackedAs(out, to.startsWith('/') ? 'C:\\zz\\app' : '/zz/app', '/nowhere');
      expect(checkFile(other.main, options).resumes).toBe(before.resumes);
      for (const each of [folder, other.folder]) rmSync(each, { recursive: true });
    },
  );
});
