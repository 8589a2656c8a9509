const LONGEST = 16
const CUT_TO = 18

/**
 * A title as the now-playing panel shows it (NOW-11, READ-06): over 16 characters the first 18 and ` ...`.
 * Characters are what a reader counts, so that no letter or sign is cut in two.
 */
export function cutTitle(title: string): string {
  const characters = Array.from(new Intl.Segmenter().segment(title), part => part.segment)
  return characters.length > LONGEST ? `${characters.slice(0, CUT_TO).join('')} ...` : title
}
