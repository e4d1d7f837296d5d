import { largestBand, layoutTape, type Notch, type Segment, stripesOf } from '../../tape/layout.js';
import type { Band, TurnOutline } from '../../view/view.js';
import { escaped } from './escape.js';

const WIDTH = 1000;
const WAVE = 52;
/** With the sub-agents' track. */
const HEIGHT = 62;
/** A narrower turn is drawn as one bar, since its parts could not be told apart. */
const MIN = 4;
/** A link cannot be hit if it is narrower. */
const NARROWEST = 1.5;

const NAMES: Readonly<Record<Band['kind'], string>> = {
  thinking: 'thinking',
  text: 'writing',
  read: 'read',
  edit: 'edit',
  run: 'run',
  search: 'search',
  agent: 'agent',
  other: 'other',
};

/** The tape of the app as a drawing. Each turn is a link to its place on the page. */
export function tapeToHtml(turns: TurnOutline[]): string {
  if (turns.length === 0) return '';
  const segments = layoutTape(turns, 'time', WIDTH);
  const largest = largestBand(turns);
  const drawn = groupsOf(segments)
    .map((group) => groupToSvg(group, largest))
    .join('');
  const labels = segments.flatMap(({ notches }) => notches.filter(({ isNamed }) => isNamed).map(labelOf)).join('');
  return `<nav class="tape-box" aria-label="Tape"><svg class="tape" viewBox="0 0 ${WIDTH} ${HEIGHT}" preserveAspectRatio="none" width="100%" height="${HEIGHT}">${drawn}</svg>${labels}</nav>${legend(turns)}`;
}

/** Neighbours that are too narrow to be told apart are drawn as one. */
function groupsOf(segments: readonly Segment[]): Segment[][] {
  const groups: Segment[][] = [];
  for (const segment of segments) {
    const last = groups.at(-1);
    const isFull = last?.[0] === undefined || segment.end - last[0].start > NARROWEST || segment.notches.length > 0;
    if (isFull) groups.push([segment]);
    else last.push(segment);
  }
  return groups;
}

function groupToSvg(group: Segment[], largest: number): string {
  const [first, second] = group;
  if (!first) return '';
  if (!second) return segmentToSvg(first, largest);
  const turns = group.map(({ turn }) => turn);
  const agents = turns.flatMap((turn) => turn.agents);
  const cuts = turns.flatMap((turn) => turn.cuts);
  // Only the first one is drawn. Failures must not disappear.
  const bands = turns.flatMap((turn) => turn.bands).sort((a, b) => b.failed - a.failed);
  const title = `to ${turns.at(-1)?.number}: ${first.turn.title}`;
  return segmentToSvg(
    { ...first, end: group.at(-1)?.end ?? first.end, turn: { ...first.turn, title, agents, cuts, bands } },
    largest,
  );
}

function segmentToSvg(segment: Segment, largest: number): string {
  const { turn, start, end, notches } = segment;
  const isThin = end - start < MIN;
  const stripes = stripesOf(segment, 'time', largest);
  const shown = isThin ? stripes.slice(0, 1).map((stripe) => ({ ...stripe, start, end })) : stripes;
  const bars = shown.map((stripe) => {
    const tall = Math.max(2, stripe.height * (WAVE - 4));
    const width = Math.max(1, stripe.end - stripe.start - (isThin ? 0 : 0.5));
    const bar = rect(`k-${stripe.kind}`, stripe.start, WAVE - tall, width, tall);
    if (stripe.failed === 0) return bar;
    return bar + rect('k-error', stripe.start, 1, Math.max(1.5, width * stripe.failed), WAVE - 1);
  });
  const agents = turn.agents.length > 0 ? rect('k-agent', start, WAVE + 3, Math.max(2, end - start), 5) : '';
  const torn = notches.map((notch) => rect('notch', notch.start, 0, notch.end - notch.start, WAVE)).join('');
  const cuts = turn.cuts.length > 0 ? rect('cut', end - 2, 0, 2, WAVE) : '';
  const title = `<title>${turn.number} ${escaped(turn.title)}</title>`;
  const area = rect('area', start, 0, Math.max(1, end - start), HEIGHT);
  const you = end - start < 2 * NARROWEST ? '' : rect('you', start, 1, isThin ? 1 : 2, WAVE - 1);
  return `${torn}<a href="#t${turn.number}">${title}${area}${bars.join('')}${you}${agents}${cuts}</a>`;
}

function rect(look: string, x: number, y: number, width: number, height: number): string {
  const [left, top, wide, tall] = [x, y, width, height].map((value) => Math.round(value * 10) / 10);
  return `<rect class="${look}" x="${left}" y="${top}" width="${wide}" height="${tall}"/>`;
}

/** Beside the drawing, which is stretched to the page. */
function labelOf({ start, end, ms }: Notch): string {
  return `<span class="notch-label" style="left:${((start + end) / 2 / WIDTH) * 100}%">${briefly(ms)}</span>`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** One unit is enough on a narrow notch. */
function briefly(ms: number): string {
  if (ms < MINUTE) return `${Math.round(ms / 1000)} s`;
  if (ms < HOUR) return `${Math.round(ms / MINUTE)} min`;
  return ms < 24 * HOUR ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / (24 * HOUR))} d`;
}

function legend(turns: readonly TurnOutline[]): string {
  const used = new Set(turns.flatMap(({ bands }) => bands.map(({ kind }) => kind)));
  const kinds = Object.entries(NAMES).filter(([kind]) => used.has(kind as Band['kind']));
  const hasErrors = turns.some(({ bands }) => bands.some(({ failed }) => failed > 0));
  const entries = [['you', 'you'], ...kinds, ...(hasErrors ? [['error', 'error']] : [])];
  return `<ul class="legend">${entries.map(([kind, name]) => `<li><i class="dot-${kind}"></i>${name}</li>`).join('')}</ul>`;
}
