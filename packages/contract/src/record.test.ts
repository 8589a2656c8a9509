import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { operation } from './operation.ts'
import { operations } from './operations.ts'
import { record, strictRecord, wire, wireFields, wireNamesOf } from './record.ts'
import { fromWire, toWire } from './wire-names.ts'

const picture = record({ picturePath: wire('profile_path', z.string()), color: z.string() })
const track = record({
  id: wire('_id', z.string()),
  title: z.string(),
  seconds: z.optional(z.number()),
  picture: z.nullable(picture),
})
const list = z.object({ tracks: z.array(track), total: z.number() })

const ours = { id: 't1', title: 'One', picture: { picturePath: 'a.webp', color: '#000000' } }
const sent = { _id: 't1', title: 'One', picture: { profile_path: 'a.webp', color: '#000000' } }

it('collects the wire names of records inside objects, lists and optional fields', () => {
  expect(wireNamesOf(list)).toEqual({ tracks: { id: '_id', picture: { picturePath: 'profile_path' } } })
  expect(wireNamesOf(z.optional(z.array(picture)))).toEqual({ picturePath: 'profile_path' })
  expect(wireNamesOf(z.object({ total: z.number() }))).toBeUndefined()
})

it('renames fields in both directions, keeping their order and unknown fields', () => {
  const names = wireNamesOf(track)
  const answer = [ours, { ...ours, picture: null, later: { id: 'x' } }]
  const text = JSON.stringify(toWire(answer, names))
  expect(text).toBe(JSON.stringify([sent, { ...sent, picture: null, later: { id: 'x' } }]))
  expect(fromWire(JSON.parse(text), names)).toEqual(answer)
})

it('returns a value without names as it is', () => {
  expect(toWire(ours, undefined)).toBe(ours)
  expect(fromWire(sent, undefined)).toBe(sent)
})

it('parses the wire format into our names, and names wire fields in errors', () => {
  expect(list.parse({ tracks: [sent], total: 1 })).toEqual({ tracks: [ours], total: 1 })
  expect(z.encode(list, { tracks: [ours], total: 1 })).toEqual({ tracks: [sent], total: 1 })
  const { error } = list.safeParse({ tracks: [{ ...sent, _id: 7 }], total: 1 })
  expect(error?.issues[0]?.path).toEqual(['tracks', 0, '_id'])
})

it('refuses unknown fields and our names in strict input', () => {
  const input = strictRecord({ tracks: wire('tracksArray', z.array(z.string())) })
  expect(input.parse({ tracksArray: ['a'] })).toEqual({ tracks: ['a'] })
  expect(input.safeParse({ tracks: ['a'] }).success).toBe(false)
  expect(wireFields(input)).toEqual(['tracksArray'])
})

it('describes the wire format in JSON Schema', () => {
  const { properties } = z.toJSONSchema(track, { io: 'input' })
  expect(Object.keys(properties ?? {})).toEqual(['_id', 'title', 'seconds', 'picture'])
})

it('gives an operation the names of its input and output', () => {
  const made = operation({
    name: 'made',
    summary: '',
    method: 'POST',
    path: '/api/made',
    who: 'guest',
    caching: 'none',
    input: z.strictObject({ page: z.number() }),
    output: list,
  })
  expect([made.inputNames, made.outputNames]).toEqual([undefined, wireNamesOf(list)])
})

it('refuses to rename a field whose inside is renamed as well', () => {
  expect(() => wire('pic', picture)).toThrow('"pic" cannot be renamed')
})

it('knows every wire name in the outputs of the operations', () => {
  // Wire names that JSON Schema shows must be found by the walk through schemas, too.
  const countIds = (value: unknown): number => JSON.stringify(value).split('"_id":').length - 1
  const countNames = (value: unknown): number => JSON.stringify(value ?? {}).split(':"_id"').length - 1
  for (const { name, output, outputNames } of operations) {
    const described = z.toJSONSchema(output, { io: 'input', reused: 'inline' })
    expect([name, countNames(outputNames)]).toEqual([name, countIds(described)])
  }
})
