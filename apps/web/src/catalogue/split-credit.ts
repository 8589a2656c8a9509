/** What a track says of its artists. */
export interface Credit {
  /** All of them, as credited. */
  readonly artistName: string
  /** Of the first one. */
  readonly artistId: string
  /** If there are several. */
  readonly artists?: readonly { readonly id: string; readonly name: string }[] | undefined
}

/** A piece of a credit; with an id where it names an artist. */
export interface CreditPart {
  readonly text: string
  readonly artistId: string
}

const IN_WORD = /^[\p{L}\p{N}]{2}$/u

/** Takes a track's credit apart at the names of its artists. If it holds none of them, all of it is the first artist's. */
export function splitCredit({ artistName, artistId, artists = [] }: Credit): CreditPart[] {
  let parts: CreditPart[] = [{ text: artistName, artistId: '' }]
  // Longest first: a name may hold another one.
  for (const { id, name } of artists.toSorted((a, b) => b.name.length - a.name.length)) {
    const at = parts.findIndex(part => part.artistId === '' && findName(part.text, name) >= 0)
    const { text } = parts[at] ?? { text: '' }
    const start = findName(text, name)
    if (at < 0 || name === '') continue
    const pieces = [
      { text: text.slice(0, start), artistId: '' },
      { text: text.slice(start, start + name.length), artistId: id },
      { text: text.slice(start + name.length), artistId: '' },
    ]
    parts = parts.toSpliced(at, 1, ...pieces.filter(piece => piece.text !== ''))
  }
  return parts.some(part => part.artistId !== '') ? parts : [{ text: artistName, artistId }]
}

/** Where a name stands as whole words, regardless of case; -1 if nowhere. */
function findName(text: string, name: string): number {
  const [lowerText, lowerName] = [text.toLowerCase(), name.toLowerCase()]
  // Lower case may have another length: then places would not match.
  const isComparable = lowerText.length === text.length && lowerName.length === name.length
  const [within, sought] = isComparable ? [lowerText, lowerName] : [text, name]
  const isInWord = (at: number) => at > 0 && IN_WORD.test(within.slice(at - 1, at + 1))
  let at = within.indexOf(sought)
  while (at >= 0 && (isInWord(at) || isInWord(at + sought.length))) at = within.indexOf(sought, at + 1)
  return at
}
