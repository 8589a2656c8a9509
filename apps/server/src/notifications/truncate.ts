/**
 * Text on one line, of at most so many characters; what is cut off is marked. No letter of it ends a line or turns the
 * direction of what stands around it.
 */
export function truncate(text: string, most: number): string {
  const line = Array.from(
    text
      .toWellFormed()
      .replaceAll(/[\u202a-\u202e\u2066-\u2069\ufeff]/g, '')
      .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim(),
  )
  return line.length <= most ? line.join('') : `${line.slice(0, most - 1).join('')}…`
}
