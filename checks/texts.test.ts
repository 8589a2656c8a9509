import { parseSync } from 'vite'
import { describe, expect, it } from 'vitest'
import { readSources, type Source } from './sources.ts'

/** Attributes and properties that listeners read or hear. */
const TEXT_NAMES =
  /^(aria-(label|description|roledescription|valuetext)|alt|title|placeholder|label|text|valueText|done|note|question)$/
/** Functions that show or announce a text. */
const SHOWING = /^(announce|showError|showMessage)$/
/** Names of file formats and sites, the same in every language. */
const NAMES = ['M3U8', 'XSPF', 'JSPF', 'Instagram', 'Twitter', 'Facebook']

interface Node {
  readonly type: string
  readonly start: number
  readonly [property: string]: unknown
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const parse = ({ path, text }: Pick<Source, 'path' | 'text'>) =>
  parseSync(path, text).program as unknown as Node

/** The strings that an expression may result in, parts of templates included. */
function stringsOf(node: Node | null | undefined): string[] {
  switch (node?.type) {
    case 'Literal':
      return typeof node.value === 'string' ? [node.value] : []
    case 'TemplateLiteral':
      return (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
    case 'ConditionalExpression':
      return [...stringsOf(node.consequent as Node), ...stringsOf(node.alternate as Node)]
    case 'LogicalExpression':
      return [
        ...(node.operator === '&&' ? [] : stringsOf(node.left as Node)),
        ...stringsOf(node.right as Node),
      ]
    case 'BinaryExpression':
      return node.operator === '+' ? [...stringsOf(node.left as Node), ...stringsOf(node.right as Node)] : []
    case 'JSXExpressionContainer':
      return stringsOf(node.expression as Node)
    case 'JSXText':
      return [node.value as string]
    default:
      return []
  }
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? node.value ?? '') : '')

/** Texts written into the code of a component, instead of into a message file. */
function literalTexts(node: Node): string[] {
  const inside = childrenOf(node).flatMap(literalTexts)
  switch (node.type) {
    case 'JSXElement': {
      // Commands are the same in every language.
      if (nameOf((node.openingElement as Node).name) === 'code') return []
      return [...(node.children as Node[]).flatMap(stringsOf), ...inside]
    }
    case 'JSXFragment':
      return [...(node.children as Node[]).flatMap(stringsOf), ...inside]
    case 'JSXAttribute':
      return TEXT_NAMES.test(nameOf(node.name)) ? [...stringsOf(node.value as Node), ...inside] : inside
    case 'Property':
      return TEXT_NAMES.test(nameOf(node.key)) ? [...stringsOf(node.value as Node), ...inside] : inside
    case 'CallExpression':
      return SHOWING.test(nameOf(node.callee))
        ? [...(node.arguments as Node[]).flatMap(stringsOf), ...inside]
        : inside
    default:
      return inside
  }
}

/** Texts that are read when the module is loaded, possibly before the language is. */
function textsReadEarly(node: Node): string[] {
  if (/Function/.test(node.type)) return []
  if (node.type === 'MemberExpression' && /(Texts|^titles)$/.test(nameOf(node.object)))
    return [`${nameOf(node.object)}.${nameOf(node.property)}`]
  return childrenOf(node).flatMap(textsReadEarly)
}

const isText = (text: string) => /\p{L}/u.test(text) && !NAMES.includes(text.trim())

const sources = readSources()
const pages = sources.filter(({ path }) => /^apps\/web\/(src|service-worker)\/(?!testing\/)/.test(path))

describe('texts', () => {
  it('of the pages stand in message files', () => {
    const found = pages.flatMap(source =>
      literalTexts(parse(source))
        .filter(isText)
        .map(text => `${source.path}: ${text.trim()}`),
    )
    expect(found).toEqual([])
  })

  it('are read when they are shown, so that they follow the language', () => {
    const readers = sources.filter(
      ({ path, text }) =>
        /^(apps\/(web|server)\/src|packages\/contract)\//.test(path) && /messages\/en\//.test(text),
    )
    expect(readers.length).toBeGreaterThan(50)
    const early = readers.flatMap(source =>
      textsReadEarly(parse(source)).map(text => `${source.path}: ${text}`),
    )
    expect(early).toEqual([])
  })

  it.each([
    ['<p>Hello</p>', ['Hello']],
    ['<p>{busy ? "Wait" : name}</p>', ['Wait']],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the code of an example
    ['<p aria-label={`Remove ${name}`} className="text-sm" />', ['Remove']],
    ['<Menu entries={[{ label: "Delete" }]} />', ['Delete']],
    ['announce("Added")', ['Added']],
    ['<code>npm start</code>', []],
    ['<p>{texts.hello}: {count} ×</p>', []],
  ])('in %s are found', (code, texts) => {
    const found = literalTexts(parse({ path: 'example.tsx', text: code })).map(text => text.trim())
    expect(found.filter(isText)).toEqual(texts)
  })
})
