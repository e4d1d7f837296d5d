import { LineFile } from './line-file.mjs';

/**
 * A session file as left by crashes, syncing tools and editors. Damaged parts can still be read (an object after NUL
 * bytes, two on a line) or do not count (a torn line). Prompts stay on separate lines, so that the turns are unambiguous.
 */
export class DirtyLineFile extends LineFile {
  #random;
  #ending;
  /** An object that will be joined to the next one. */
  #held;

  constructor(path, random) {
    super(path);
    this.#random = random;
    this.#ending = random.chance(0.08) ? '\r\n' : '\n';
    if (random.chance(0.03)) this.put('\ufeff');
  }

  write(entry, facts) {
    const text = JSON.stringify(this.#random.chance(0.3) ? this.#shuffled(entry) : entry);
    if (this.#held !== undefined) {
      if (facts.isPrompt) this.#writeLine(this.#takeHeld());
      else return this.#writeDamaged(this.#takeHeld() + text, 2);
    }
    if (facts.isPrompt) return this.#writeLine(text);
    const fate = this.#random.next();
    if (fate < 0.004) this.#held = text;
    else if (fate < 0.007) this.#writeDamaged(this.#nulRun() + text, 1);
    else if (fate < 0.009) this.#writeDamaged(text + this.#nulRun(), 1);
    else if (fate < 0.012) this.#writeDamaged(this.#torn(text) + text, 1);
    else this.#writeLine(text);
    if (this.#held !== undefined) return;
    if (this.#random.chance(0.003)) this.#writeDamaged(this.#torn(text), 0);
    if (this.#random.chance(0.003)) this.#writeBlank();
  }

  close(time) {
    if (this.#held !== undefined) this.#writeLine(this.#takeHeld());
    if (this.#random.chance(0.1)) {
      this.put(
        this.#torn(
          '{"type":"assistant","message":{"role":"assistant","content":[{"type":"text","text":"I will now"}]}}',
        ),
      );
      this.lines.total++;
      this.lines.skipped++;
    }
    super.close(time);
  }

  #writeLine(text) {
    this.put(text + this.#ending);
    this.lines.total++;
    this.lines.read++;
  }

  #writeDamaged(text, objects) {
    this.put(text + this.#ending);
    this.lines.total++;
    this.lines.recovered += objects;
    if (objects > 0) this.lines.read++;
    else this.lines.skipped++;
  }

  #writeBlank() {
    this.put(this.#random.pick(['', '  ']) + this.#ending);
    this.lines.total++;
    this.lines.blank++;
  }

  #takeHeld() {
    const text = this.#held;
    this.#held = undefined;
    return text;
  }

  #nulRun() {
    return '\0'.repeat(this.#random.integer(1, 4096));
  }

  /** Never ends with a complete object, because one inside a progress line could be mistaken for an entry. */
  #torn(text) {
    const length = this.#random.integer(1, Math.min(text.length - 2, 20_000));
    return text.slice(0, length).toWellFormed().replace(/}+$/, '');
  }

  #shuffled(entry) {
    return Object.fromEntries(this.#random.shuffle(Object.entries(entry)));
  }
}
