import { thumbHashToDataURL } from 'thumbhash'

const decoded = new Map<string, string>()
const KEPT = 500

/** A ThumbHash as an address CSS can show; '' where there is no hash or it makes no sense. */
export function picturePreview(thumbhash: string): string {
  if (thumbhash === '') return ''
  const known = decoded.get(thumbhash)
  if (known !== undefined) return known
  const address = decode(thumbhash)
  if (decoded.size >= KEPT) decoded.clear()
  decoded.set(thumbhash, address)
  return address
}

function decode(thumbhash: string): string {
  try {
    return `url(${thumbHashToDataURL(Uint8Array.from(atob(thumbhash), letter => letter.charCodeAt(0)))})`
  } catch {
    return ''
  }
}
