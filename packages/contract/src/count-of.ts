/** So many of a thing: `1 song`, `1,234 songs` (PROP-40). */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
