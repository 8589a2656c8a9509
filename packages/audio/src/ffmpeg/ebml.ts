import { UnreadableError } from '../audio-info.ts'
import type { FileBytes } from '../bytes/file-bytes.ts'

/** More than a day of music has. */
const MAX_ELEMENTS = 200_000
/** Of text and binary values. */
const MAX_VALUE = 64 * 1024

export interface Element {
  readonly id: number
  /** Offset of its content. */
  readonly start: number
  /** Offset after it, never beyond the file. */
  readonly end: number
  /** True for what was written before its length was known: its children follow as if they were its neighbours. */
  readonly isOpen: boolean
}

/**
 * The elements between two positions (RFC 8794), and those within open ones.
 * @throws UnreadableError if they are damaged
 */
export function* readElements(bytes: FileBytes, start: number, end: number): Generator<Element> {
  let at = start
  for (let seen = 0; at + 2 <= end; seen++) {
    if (seen >= MAX_ELEMENTS) throw new UnreadableError('its Matroska index is damaged')
    const idLength = lengthOf(bytes, at, 4)
    const id = readNumber(bytes, at, idLength)
    const sizeLength = lengthOf(bytes, at + idLength, 8)
    const size = readNumber(bytes, at + idLength, sizeLength, 0xff >> sizeLength)
    // All bits are set. Of eight bytes, the number is rounded to the same one as here.
    const isOpen = size === 2 ** (7 * sizeLength) - 1
    const content = at + idLength + sizeLength
    yield { id, start: content, end: isOpen ? end : Math.min(content + size, end), isOpen }
    at = isOpen ? content : content + size
  }
}

/** The first elements of each kind. */
export function childrenOf(bytes: FileBytes, { start, end }: Element): Map<number, Element> {
  const found = new Map<number, Element>()
  for (const child of readElements(bytes, start, end)) if (!found.has(child.id)) found.set(child.id, child)
  return found
}

/** An unsigned number of up to eight bytes; undefined without the element. */
export function readUnsigned(bytes: FileBytes, element: Element | undefined): number | undefined {
  if (!element || element.end - element.start > 8) return undefined
  return readNumber(bytes, element.start, element.end - element.start)
}

/** A number of floating point; undefined without the element. */
export function readFloat(bytes: FileBytes, element: Element | undefined): number | undefined {
  if (!element) return undefined
  const length = element.end - element.start
  if (length === 4) return bytes.exactly(element.start, 4).getFloat32(0)
  return length === 8 ? bytes.exactly(element.start, 8).getFloat64(0) : undefined
}

export function readBinary(bytes: FileBytes, element: Element | undefined): Uint8Array {
  if (!element) return new Uint8Array(0)
  return bytes.read(element.start, Math.min(element.end - element.start, MAX_VALUE))
}

/** How many bytes a number takes: the zeros before its first bit. */
function lengthOf(bytes: FileBytes, at: number, most: number): number {
  const length = Math.clz32(bytes.exactly(at, 1).getUint8(0)) - 23
  if (length > most) throw new UnreadableError('its Matroska index is damaged')
  return length
}

/** @param mask of the first byte */
function readNumber(bytes: FileBytes, at: number, length: number, mask = 0xff): number {
  const view = bytes.exactly(at, length)
  let value = 0
  for (let n = 0; n < length; n++) value = value * 256 + (view.getUint8(n) & (n === 0 ? mask : 0xff))
  return value
}
