import { rgbaToDataURL } from 'thumbhash'
import { RecentMap } from '../ui/browser/recent-map.ts'
import { decodePreview } from './decode-preview.ts'

/** Width and height of a preview in pixels. */
const PREVIEW_EDGE = 8

const CACHE_SIZE = 500
const decoded = new RecentMap<string>(CACHE_SIZE)

/** Decodes a ThumbHash to a CSS `url()`; '' without a valid hash. */
export function picturePreview(thumbhash: string): string {
  if (thumbhash === '') return ''
  const known = decoded.get(thumbhash)
  if (known !== undefined) return known
  const address = decode(thumbhash)
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
