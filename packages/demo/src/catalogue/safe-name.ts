/** A file name that every file system takes: the title without what some of them refuse, not too long. */
export function safeName(text: string): string {
  const clean = text
    .normalize('NFC')
    .replace(/[\\/:*?"<>|\p{Cc}]/gu, '_')
    .replace(/[. ]+$/, '')
  let name = ''
  for (const letter of clean) {
    if (Buffer.byteLength(name + letter) > 150) break
    name += letter
  }
  return name.trim() || '_'
}
