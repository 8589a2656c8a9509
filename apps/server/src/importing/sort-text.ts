import { foldName } from '@refrain/contract/fold-name'

/** What listings are ordered by: folded, without accents and the marks before the first letter. */
export function sortText(text: string): string {
  const plain = foldName(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC')
  return plain.replace(/^[^\p{L}\p{N}]+/u, '') || plain
}

/** As `sortText`, for names of artists: a leading English article does not count. */
export function sortName(name: string): string {
  const plain = sortText(name)
  return plain.replace(/^(the|an|a) (?=\S)/, '')
}
