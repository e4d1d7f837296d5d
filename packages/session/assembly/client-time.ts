/** Milliseconds of `"2026-01-31T12:00:00.000Z"` as the client writes it; NaN for any other form. As timeAt() in src/scan. */
export function timeOf(at: u32): f64 {
  if (load<u8>(at) != 34 || load<u8>(at, 5) != 45 || load<u8>(at, 8) != 45 || load<u8>(at, 11) != 84) return NaN;
  if (load<u8>(at, 14) != 58 || load<u8>(at, 17) != 58 || load<u8>(at, 20) != 46 || load<u16>(at, 24) != 0x225a) return NaN;
  const year = two(at + 1) * 100 + two(at + 3);
  const month = two(at + 6);
  const day = two(at + 9);
  const hour = two(at + 12);
  const minute = two(at + 15);
  const second = two(at + 18);
  const thousandths = two(at + 21) * 10 + (isDigit(load<u8>(at, 23)) ? <i32>load<u8>(at, 23) - 48 : BAD);
  // A BAD digit makes what it is part of too large. Rare years, and days that not each year has, are left to Date.
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysIn(month)) return NaN;
  if (hour > 23 || minute > 59 || second > 59 || thousandths > 999) return NaN;
  return <f64>(daysBefore(year, month) + day - 1) * 86400000 + <f64>(((hour * 60 + minute) * 60 + second) * 1000 + thousandths);
}

const BAD: i32 = 100000;

function two(at: u32): i32 {
  const a = load<u8>(at);
  const b = load<u8>(at, 1);
  return isDigit(a) && isDigit(b) ? (<i32>a - 48) * 10 + (<i32>b - 48) : BAD;
}

function daysIn(month: i32): i32 {
  if (month == 2) return 28;
  return month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
}

/** Days from 1970 to the first of a month: years begin in March, so that the odd day comes last. */
function daysBefore(year: i32, month: i32): i32 {
  const from = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  return 365 * from + from / 4 - from / 100 + from / 400 + (153 * months + 2) / 5 - 719468;
}

function isDigit(byte: u8): bool {
  return byte >= 48 && byte <= 57;
}
