// Numbers as people read them.

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

export const counted = (n: number, one: string, many = `${one}s`): string => `${grouped(n)} ${n === 1 ? one : many}`;
