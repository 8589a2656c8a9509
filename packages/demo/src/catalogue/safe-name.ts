/** A file name valid on every file system, at most 150 bytes. */
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
