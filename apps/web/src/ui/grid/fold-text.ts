/** Text without accents and in lower case, for comparing what somebody typed with a title. */
export function foldText(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
