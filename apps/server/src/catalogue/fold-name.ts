/** The form names are compared in: one Unicode form, no case, single spaces. `' Hip  Hop'` → `'hip hop'`. */
export function foldName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/gu, ' ').trim()
}
