import { foldName } from '@refrain/contract/fold-name'

/** Sort key of a title or of a sort name: folded, without accents and leading punctuation. */
export function sortText(text: string): string {
  const plain = withoutAccents(text)
  return plain.replace(/^[^\p{L}\p{N}]+/u, '') || plain
}

/**
 * Sort key of an artist.
 * @param sortName as tags have it, which is taken as it is
 * @param articles without which the name is sorted otherwise; one with an apostrophe at its end needs no blank after it
 */
export function sortArtist(
  { name, sortName = '' }: { readonly name: string; readonly sortName?: string },
  articles: readonly string[],
): string {
  if (sortName !== '') return sortText(sortName)
  const plain = sortText(name)
  for (const article of articles.map(one => straighten(withoutAccents(one)))) {
    const start = article.endsWith("'") ? article : `${article} `
    if (straighten(plain).startsWith(start) && plain.length > start.length)
      return sortText(plain.slice(start.length))
  }
  return plain
}

const withoutAccents = (text: string) =>
  foldName(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC')

const straighten = (text: string) => text.replaceAll('’', "'")
