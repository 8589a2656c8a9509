import type { Operation } from '@refrain/contract/operation'
import fc from 'fast-check'
import * as z from 'zod/mini'
import type { JsonSchema } from '../../http/openapi/describe-service.ts'
import { hostileText, hostileValue } from './hostile-values.ts'

const MAX_ITEMS = 20

/** Values that a JSON schema accepts. */
function validValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const { type, anyOf, minimum, maximum, items } = schema
  if ('const' in schema) return fc.constant(schema.const)
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum)
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map(validValue))
  if (type === 'object') return objectOf(schema, validValue)
  if (type === 'array') return fc.array(validValue((items ?? {}) as JsonSchema), { maxLength: MAX_ITEMS })
  if (type === 'boolean') return fc.boolean()
  if (type === 'integer') {
    return fc.integer({
      min: Number(minimum ?? -1_000),
      max: Math.min(Number(maximum ?? 1_000), 2 ** 31 - 1),
    })
  }
  if (type === 'number') return fc.double({ noNaN: true, min: -1e6, max: 1e6 })
  if (type === 'string') return validText(schema)
  return fc.jsonValue({ maxDepth: 2 })
}

function validText({ pattern, minLength, maxLength }: JsonSchema): fc.Arbitrary<string> {
  if (typeof pattern === 'string' && !/\\p|\(\?/.test(pattern)) return fc.stringMatching(new RegExp(pattern))
  const length = { minLength: Number(minLength ?? 0), maxLength: Math.min(Number(maxLength ?? 40), 5_000) }
  return fc.string({ ...length, unit: 'grapheme' })
}

function objectOf(
  { properties = {}, required = [] }: JsonSchema,
  generate: (schema: JsonSchema) => fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const values = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, generate(schema)]),
  )
  return fc.record(values, { requiredKeys: required as string[] })
}

/**
 * Inputs of an operation, generated from its schema: valid ones, valid ones that name existing records, and ones with
 * hostile, missing and unknown fields.
 * @param example an input that names existing records
 */
export function inputOf({ input }: Operation, example: object): fc.Arbitrary<Record<string, unknown>> {
  const schema = z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' }) as JsonSchema
  const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => {
    const known =
      name in example ? fc.constant((example as Record<string, unknown>)[name]) : validValue(field)
    const value = fc.oneof(
      { weight: 5, arbitrary: known },
      { weight: 3, arbitrary: validValue(field) },
      { weight: 2, arbitrary: hostileValue },
    )
    return [name, value] as const
  })
  const some = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
  const all = fc.record(Object.fromEntries(fields))
  const unknown = fc.dictionary(hostileText, hostileValue, { minKeys: 1, maxKeys: 3, noNullPrototype: true })
  return fc.oneof(
    { weight: 6, arbitrary: all },
    { weight: 1, arbitrary: some },
    { weight: 1, arbitrary: fc.tuple(all, unknown).map(([fits, more]) => ({ ...fits, ...more })) },
  ) as fc.Arbitrary<Record<string, unknown>>
}
