import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/(?:[\w-]+\/)*[\w-]+\.ts$/

/** What the pages ask of an operation. */
const ASKED = new Set(['name', 'method', 'path', 'who'])

interface Part {
  readonly start: number
  readonly end: number
}

interface Change extends Part {
  readonly text: string
}

/**
 * Leaves out of the build what the pages never ask of the contract: they send what they know to be right
 * and believe the service, so of an operation its name, method and address are enough. Shapes that nothing
 * else uses, and the library they are made with, then fall away; those of the forms come with the forms.
 */
export function stripContractSchemas(): Plugin {
  return {
    name: 'without-shapes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        const shorter: Change[] = []
        const made: Part[] = []
        for (const statement of this.parse(code, { lang: 'ts' }).body) {
          const written = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement
          if (written?.type !== 'VariableDeclaration') continue
          for (const { init } of written.declarations) {
            if (init?.type !== 'CallExpression') continue
            made.push(init)
            if (init.callee.type !== 'Identifier' || init.callee.name !== 'operation') continue
            const [operation] = init.arguments
            if (operation?.type !== 'ObjectExpression') continue
            const asked = operation.properties.filter(
              property =>
                property.type === 'Property' &&
                property.key.type === 'Identifier' &&
                ASKED.has(property.key.name),
            )
            const text = asked.map(property => code.slice(property.start, property.end)).join(', ')
            shorter.push({ start: operation.start, end: operation.end, text: `{ ${text} }` })
          }
        }
        return rewrite(code, [
          ...shorter,
          // What is made is not needed for its own sake.
          ...made.flatMap(({ start, end }) => [
            { start, end: start, text: '/* @__PURE__ */ (() => ' },
            { start: end, end, text: ')()' },
          ]),
        ])
      },
    },
  }
}

function rewrite(code: string, changes: readonly Change[]): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), code)
}
