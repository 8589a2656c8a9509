import { SaxesParser } from 'saxes'
import { expect } from 'vitest'
import * as z from 'zod/mini'
import { answers, envelope, failure } from './answer-schemas.ts'

/** A parsed answer. */
export type Answer = Readonly<Record<string, unknown>> & {
  readonly status: 'ok' | 'failed'
  readonly error?: z.infer<typeof failure>
}

/** Parses an answer in JSON and holds it against the schema. */
export function readJson(body: string): Answer {
  const { 'subsonic-response': answer, ...others } = JSON.parse(body)
  expect(Object.keys(others)).toEqual([])
  const { status, version, type, serverVersion, openSubsonic, error, ...fields } = answer
  z.parse(z.strictObject(envelope), { version, type, serverVersion, openSubsonic })
  if (status === 'failed') z.parse(failure, error)
  else {
    expect([status, error]).toEqual(['ok', undefined])
    for (const [name, value] of Object.entries(fields)) {
      const schema = answers[name]
      if (!schema) throw new Error(`There is no schema for ${name}.`)
      z.parse(schema, value)
    }
  }
  return answer
}

/** Compares an answer in XML with the same in JSON. */
export function expectSameXml(body: string, json: Answer): void {
  expect(body).toMatch(/^<\?xml version="1\.0" encoding="UTF-8"\?>\n<subsonic-response /)
  const root = parseXml(body)
  const { xmlns, ...attributes } = root.attributes
  expect(xmlns).toBe('http://subsonic.org/restapi')
  expect({ attributes, children: root.children }).toEqual(elementOf('subsonic-response', json))
}

interface Element {
  readonly attributes: Record<string, string>
  /** Texts, and elements with their names. */
  readonly children: (string | readonly [string, Element])[]
}

/** @throws where it is not well-formed */
function parseXml(text: string): Element {
  const document: Element = { attributes: {}, children: [] }
  const open = [document]
  const parser = new SaxesParser()
  parser.on('error', error => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    const element: Element = { attributes: { ...(attributes as Record<string, string>) }, children: [] }
    open.at(-1)?.children.push([name, element])
    open.push(element)
  })
  parser.on('text', said => {
    if (open.length > 1) open.at(-1)?.children.push(said)
  })
  parser.on('closetag', () => void open.pop())
  parser.write(text).close()
  const [root] = document.children
  return (root as readonly [string, Element])[1]
}

const WITHOUT_ATTRIBUTES = ['artistInfo', 'artistInfo2', 'albumInfo']

/** What an element must be, by its JSON. */
function elementOf(name: string, value: unknown): Element {
  if (typeof value !== 'object') return { attributes: {}, children: value === '' ? [] : [String(value)] }
  const attributes: Record<string, string> = {}
  const children: Element['children'] = []
  for (const [key, field] of Object.entries(value as object)) {
    const isPlain = typeof field !== 'object'
    if (key === 'value') children.push(...(field === '' ? [] : [String(field)]))
    else if (isPlain && !WITHOUT_ATTRIBUTES.includes(name)) attributes[key] = String(field)
    else for (const item of [field].flat()) children.push([key, elementOf(key, item)])
  }
  return { attributes, children }
}
