import { crc32, deflateSync } from 'node:zlib';

const WIDE = 360;
const TALL = 220;
const PAPER = [250, 250, 247];
const SHAPES = [
  { x: 0, y: 0, w: 360, h: 34, c: [45, 62, 80] },
  { x: 16, y: 12, w: 90, h: 10, c: [250, 250, 247] },
  { x: 28, y: 54, w: 150, h: 96, c: [225, 126, 74] },
  { x: 44, y: 70, w: 70, h: 10, c: [255, 240, 228] },
  { x: 44, y: 118, w: 110, h: 16, c: [255, 240, 228] },
  { x: 206, y: 58, w: 120, h: 10, c: [60, 66, 72] },
  { x: 206, y: 80, w: 90, h: 8, c: [170, 176, 180] },
  { x: 206, y: 98, w: 104, h: 8, c: [170, 176, 180] },
  { x: 206, y: 124, w: 120, h: 26, c: [44, 132, 98] },
  { x: 28, y: 172, w: 298, h: 1, c: [214, 214, 208] },
  { x: 28, y: 186, w: 60, h: 8, c: [170, 176, 180] },
  { x: 280, y: 184, w: 46, h: 12, c: [60, 66, 72] },
];

/** A small drawing of a page, as base64 PNG. */
export function pagePicture() {
  const rows = [];
  for (let y = 0; y < TALL; y++) {
    const row = [0];
    for (let x = 0; x < WIDE; x++) row.push(...colourAt(x, y));
    rows.push(Buffer.from(row));
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDE, 0);
  head.writeUInt32BE(TALL, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const parts = [
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.concat(rows), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]), ...parts]).toString('base64');
}

function colourAt(x, y) {
  return (
    SHAPES.findLast((shape) => x >= shape.x && x < shape.x + shape.w && y >= shape.y && y < shape.y + shape.h)?.c ??
    PAPER
  );
}

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}
