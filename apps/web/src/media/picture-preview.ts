import { rgbaToDataURL } from 'thumbhash'
import { decodePreview } from './decode-preview.ts'

/** Width and height of a preview in pixels. */
const PREVIEW_EDGE = 8

const decoded = new Map<string, string>()
const CACHE_SIZE = 500

/** Decodes a ThumbHash to a CSS `url()`; '' without a valid hash. */
export function picturePreview(thumbhash: string): string {
  if (thumbhash === '') return ''
  const known = decoded.get(thumbhash)
  if (known !== undefined) return known
  const address = decode(thumbhash)
  if (decoded.size >= CACHE_SIZE) decoded.clear()
  decoded.set(thumbhash, address)
  return address
}

function decode(thumbhash: string): string {
  try {
    const hash = Uint8Array.from(atob(thumbhash), letter => letter.charCodeAt(0))
    return `url(${rgbaToDataURL(PREVIEW_EDGE, PREVIEW_EDGE, decodePreview(hash, PREVIEW_EDGE))})`
  } catch {
    return ''
  }
}
