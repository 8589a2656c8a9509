/** An element of a document, without its attributes. */
export interface XmlElement {
  /** Without the prefix of its namespace. */
  readonly name: string
  readonly children: XmlElement[]
  /** Its own text, without that of its children. */
  text: string
}

/** Deeper documents are not read. */
const MAX_DEPTH = 32
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** An end, a beginning with attributes, or an element without content. */
const TAG = /^(\/?)(?:[^\s:/>]+:)?([^\s:/>]+)[\s\S]*?(\/?)$/
/** Markup that is skipped, by how it begins and ends. */
const SKIPPED = [
  ['<!--', '-->'],
  ['<?', '?>'],
] as const

/**
 * Reads a document in linear time, the same in pages and server. Attributes are ignored, and entities other than XML's five are
 * left as they are.
 * @returns its root; undefined if it is not well-formed, has a DOCTYPE or is too deep
 */
export function readXml(text: string): XmlElement | undefined {
  const document: XmlElement = { name: '', children: [], text: '' }
  const open = [document]
  for (let at = 0; at < text.length; ) {
    const here = open.at(-1)!
    const markup = text.indexOf('<', at)
    here.text += decodeEntities(text.slice(at, markup < 0 ? undefined : markup))
    if (markup < 0) break
    const next = readMarkup(text, markup, open)
    if (next === undefined) return undefined
    at = next
  }
  return open.length === 1 && document.children.length === 1 ? document.children[0] : undefined
}

/** @returns where the text goes on; undefined if the document is to be refused */
function readMarkup(text: string, at: number, open: XmlElement[]): number | undefined {
  for (const [start, end] of SKIPPED) {
    if (text.startsWith(start, at)) return after(text, end, at)
  }
  if (text.startsWith('<![CDATA[', at)) {
    const end = after(text, ']]>', at)
    if (end !== undefined) open.at(-1)!.text += text.slice(at + '<![CDATA['.length, end - ']]>'.length)
    return end
  }
  const end = after(text, '>', at)
  const [, closes, name = '', isEmpty] = TAG.exec(text.slice(at + 1, end && end - 1)) ?? []
  // A DOCTYPE could declare entities that expand exponentially, or include other files.
  if (end === undefined || name === '' || name.startsWith('!')) return undefined
  if (closes) return open.length > 1 && open.pop()?.name === name ? end : undefined
  const element: XmlElement = { name, children: [], text: '' }
  open.at(-1)!.children.push(element)
  if (!isEmpty) open.push(element)
  return open.length <= MAX_DEPTH ? end : undefined
}

function after(text: string, end: string, from: number): number | undefined {
  const at = text.indexOf(end, from)
  return at < 0 ? undefined : at + end.length
}

function decodeEntities(text: string): string {
  return text.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole, decimal, hex, name) => {
      if (name) return NAMED[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
      return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code).toWellFormed() : ''
    },
  )
}
