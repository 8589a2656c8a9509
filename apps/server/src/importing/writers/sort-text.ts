import { foldName } from '@refrain/contract/fold-name'

/** Sort key of a title: folded, without accents and leading punctuation. */
export function sortText(text: string): string {
  const plain = foldName(text).normalize('NFKD').replaceAll(/\p{M}/gu, '').normalize('NFC')
  return plain.replace(/^[^\p{L}\p{N}]+/u, '') || plain
}

/** Sort key of an artist name: like `sortText`, without a leading English article. */
export function sortName(name: string): string {
  const plain = sortText(name)
  return plain.replace(/^(the|an|a) (?=\S)/, '')
}
