import type { Operation } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import type { ESTree, Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/(?:[\w-]+\/)*[\w-]+\.ts$/

/** The properties of an operation that the pages read. */
const USED = new Set(['name', 'method', 'path', 'who'])

interface Span {
  readonly start: number
  readonly end: number
}

interface Edit extends Span {
  readonly text: string
}

/**
 * Removes from the build what the pages never use of the contract. They trust the service and validate only forms, so
 * of an operation its name, method, path and wire names are enough; schemas that nothing else uses, and zod with them,
 * are then dropped as dead code.
 */
export function stripContractSchemas(): Plugin {
  return {
    name: 'strip-contract-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        const edits: Edit[] = []
        for (const statement of this.parse(code, { lang: 'ts' }).body) {
          const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (declaration?.type !== 'VariableDeclaration') continue
          for (const { init } of declaration.declarations) {
            if (init?.type === 'CallExpression') edits.push(...stripOperation(code, init), ...markPure(init))
          }
        }
        return applyEdits(code, edits)
      },
    },
  }
}

/** Replaces `operation({ … })` by an object with the used properties and the wire names of its fields. */
function stripOperation(code: string, call: ESTree.CallExpression): Edit[] {
  if (call.callee.type !== 'Identifier' || call.callee.name !== 'operation') return []
  const [operation] = call.arguments
  if (operation?.type !== 'ObjectExpression') return []
  const used = operation.properties.filter(
    property =>
      property.type === 'Property' && property.key.type === 'Identifier' && USED.has(property.key.name),
  )
  const texts = used.map(property => code.slice(property.start, property.end))
  const { inputNames, outputNames } = findOperation(used)
  if (inputNames) texts.push(`inputNames: ${JSON.stringify(inputNames)}`)
  if (outputNames) texts.push(`outputNames: ${JSON.stringify(outputNames)}`)
  return [{ start: call.start, end: call.end, text: `({ ${texts.join(', ')} })` }]
}

function findOperation(properties: readonly ESTree.ObjectPropertyKind[]): Operation {
  for (const property of properties) {
    if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
    if (property.key.name !== 'name' || property.value.type !== 'Literal') continue
    const name = property.value.value
    const found = operations.find(operation => operation.name === name)
    if (found) return found
  }
  throw new Error(
    'An operation is missing in packages/contract/src/operations.ts, or its name is not literal.',
  )
}

/** Lets the bundler drop a call whose result is unused. */
function markPure({ start, end }: Span): Edit[] {
  return [
    { start, end: start, text: '/* @__PURE__ */ (() => ' },
    { start: end, end, text: ')()' },
  ]
}

function applyEdits(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), code)
}
