import { type DefaultTreeAdapterTypes, parse } from 'parse5'

export interface ReadElement {
  readonly tag: string
  readonly attributes: Readonly<Record<string, string>>
  readonly text: string
}

/** Parses a page as a browser does, into all its elements in order. */
export function readPage(html: string) {
  const elements: ReadElement[] = []
  const walk = (node: DefaultTreeAdapterTypes.Node) => {
    if (!('childNodes' in node)) return
    if ('tagName' in node) {
      const attributes = Object.fromEntries(node.attrs.map(({ name, value }) => [name, value]))
      const text = node.childNodes.map(child => ('value' in child ? child.value : '')).join('')
      elements.push({ tag: node.tagName, attributes, text })
    }
    node.childNodes.forEach(walk)
  }
  walk(parse(html))
  const attributeOf = (is: (element: ReadElement) => boolean, name: string) =>
    elements.find(is)?.attributes[name]
  return {
    elements,
    title: elements.find(element => element.tag === 'title')?.text,
    canonical: attributeOf(element => element.attributes.rel === 'canonical', 'href'),
    /** Content of a `<meta name>`. */
    meta: (name: string) => attributeOf(element => element.attributes.name === name, 'content'),
    /** The link preview: properties with their content. */
    said: Object.fromEntries(
      elements.flatMap(({ attributes: { property, content } }) => (property ? [[property, content]] : [])),
    ),
  }
}
