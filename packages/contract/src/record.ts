import * as z from 'zod/mini'
import { fromWire, toWire, type WireNames } from './wire-names.ts'

/** A field that has another name on the wire. */
export interface WireField<Name extends string = string, Schema extends z.ZodMiniType = z.ZodMiniType> {
  readonly wireName: Name
  readonly schema: Schema
}

type Fields = Readonly<Record<string, z.ZodMiniType | WireField>>
type SchemaOf<Field> =
  Field extends WireField<string, infer Schema> ? Schema : Field extends z.ZodMiniType ? Field : never
type OurShape<Shape extends Fields> = { [Name in keyof Shape]: SchemaOf<Shape[Name]> }
type WireShape<Shape extends Fields> = {
  [Name in keyof Shape as Shape[Name] extends WireField<infer WireName> ? WireName : Name]: SchemaOf<
    Shape[Name]
  >
}

/** Validates the wire format; its output has our names. */
export type RecordSchema<Shape extends Fields> = z.ZodMiniType<
  z.output<z.ZodMiniObject<OurShape<Shape>>>,
  z.input<z.ZodMiniObject<WireShape<Shape>>>
>

/** Names a field for the wire: `id: wire('_id', id)`. */
export function wire<const Name extends string, Schema extends z.ZodMiniType>(
  wireName: Name,
  schema: Schema,
): WireField<Name, Schema> {
  if (wireNamesOf(schema)) throw new Error(`"${wireName}" cannot be renamed: fields inside it are.`)
  return { wireName, schema }
}

/** The fields of a record that another record has as well. */
export function recordFields<const Shape extends Fields>(shape: Shape): Shape {
  return shape
}

/** An object some of whose fields have other names on the wire. */
export function record<const Shape extends Fields>(shape: Shape): RecordSchema<Shape> {
  return createRecord(shape, z.object)
}

/** The same, for input: unknown fields are refused. */
export function strictRecord<const Shape extends Fields>(shape: Shape): RecordSchema<Shape> {
  return createRecord(shape, z.strictObject)
}

const namesOfRecords = new WeakMap<z.ZodMiniType, WireNames | undefined>()

function createRecord<Shape extends Fields>(
  shape: Shape,
  createObject: (shape: Record<string, z.ZodMiniType>) => z.ZodMiniObject,
): RecordSchema<Shape> {
  const fields = Object.entries(shape)
  const own: WireNames = Object.fromEntries(
    fields.flatMap(([name, field]) => ('wireName' in field ? [[name, field.wireName]] : [])),
  )
  const schemas = fields.map(([name, field]): [string, z.ZodMiniType] =>
    'wireName' in field ? [field.wireName, field.schema] : [name, field],
  )
  const object = createObject(Object.fromEntries(schemas))
  // Fields inside have their names already: each record renames its own.
  const schema = z.codec(object, z.any(), {
    decode: value => fromWire(value, own),
    encode: value => toWire(value, own) as Record<string, unknown>,
  })
  namesOfRecords.set(schema, merge(own, wireNamesOf(object)))
  return schema as unknown as RecordSchema<Shape>
}

/** The wire names in a schema; undefined if all fields have our names. */
export function wireNamesOf(schema: z.ZodMiniType): WireNames | undefined {
  if (namesOfRecords.has(schema)) return namesOfRecords.get(schema)
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'array':
      return wireNamesOf(def.element as z.ZodMiniType)
    case 'nullable':
    case 'optional':
      return wireNamesOf(def.innerType as z.ZodMiniType)
    case 'object':
      return merge(
        {},
        Object.fromEntries(
          Object.entries(def.shape).flatMap(([name, field]) => {
            const names = wireNamesOf(field as z.ZodMiniType)
            return names ? [[name, names]] : []
          }),
        ),
      )
    default:
      return undefined
  }
}

/** The names of fields that a record takes on the wire. */
export function wireFields(schema: z.ZodMiniType): string[] {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type === 'pipe') return wireFields(def.in as z.ZodMiniType)
  return def.type === 'object' ? Object.keys(def.shape) : []
}

function merge(own: WireNames, inside: WireNames = {}): WireNames | undefined {
  const names = { ...own, ...inside }
  return Object.keys(names).length > 0 ? names : undefined
}
