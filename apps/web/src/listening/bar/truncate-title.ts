const MAX_LENGTH = 16
const TRUNCATED_LENGTH = 18

/**
 * The title in the now-playing panel: titles over 16 characters become their first 18 characters and ` ...`.
 * Counts graphemes, so that no character is split.
 */
export function truncateTitle(title: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(title), part => part.segment)
  return characters.length > MAX_LENGTH ? `${characters.slice(0, TRUNCATED_LENGTH).join('')} ...` : title
}
