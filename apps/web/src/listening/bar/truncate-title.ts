const MAX_LENGTH = 16
const TRUNCATED_LENGTH = 18

/**
 * A title as the now-playing panel shows it (NOW-11, READ-06): over 16 characters the first 18 and ` ...`.
 * Characters are what a reader counts, so that no letter or sign is cut in two.
 */
export function truncateTitle(title: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(title), part => part.segment)
  return characters.length > MAX_LENGTH ? `${characters.slice(0, TRUNCATED_LENGTH).join('')} ...` : title
}
