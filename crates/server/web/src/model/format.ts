// Formats numbers for display.

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

export const grouped = (n: number): string => whole.format(n);
export const compact = (n: number): string => (n < 10_000 ? whole.format(Math.round(n)) : short.format(n));

export function seconds(s: number): string {
  if (s < 0.001) return `${Math.max(1, Math.round(s * 1e6))} µs`;
  if (s < 1) return `${(s * 1000).toPrecision(s < 0.1 ? 2 : 3)} ms`;
  if (s < 60) return `${s.toPrecision(3)} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${Math.round(s % 60)} s`;
  return s < 360_000 ? `${(s / 3600).toPrecision(3)} h` : `${compact(s / 86_400)} days`;
}

export function bytes(n: number): string {
  const units = ["bytes", "KB", "MB", "GB", "TB"];
  let unit = 0;
  while (n >= 1000 && unit < units.length - 1) [n, unit] = [n / 1000, unit + 1];
  return `${unit ? n.toPrecision(3) : n} ${units[unit]}`;
}

export const pluralize = (n: number, one: string, many = `${one}s`): string => `${grouped(n)} ${n === 1 ? one : many}`;

/** Formats an integer of any size, given by its digits: exactly if it is small, otherwise in scientific notation. */
export function approximate(digits: string): string {
  if (digits.length < 7) return grouped(Number(digits));
  const power = String(digits.length - 1).replace(/./g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]!);
  // Rounded to three digits; 9.996 becomes 10.0, which is the next power of ten.
  const three = Math.round(Number(digits.slice(0, 4)) / 10);
  return three < 1000 ? `About ${(three / 100).toFixed(2)} × 10${power}` : approximate(`1${"0".repeat(digits.length)}`);
}

/** Separates digits into groups of three. */
export function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, "\u2009");
}
