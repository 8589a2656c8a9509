import type { Plugin } from 'vite'

const CONTRACT = /\/packages\/contract\/src\/[\w-]+\.ts$/

interface Part {
  readonly start: number
  readonly end: number
}

/**
 * Leaves out of the build what the pages never ask of the contract: they send what they know to be right
 * and believe the service, so of an operation its name, method and address are enough. Shapes that nothing
 * else uses, and the library they are made with, then fall away; those of the forms come with the forms.
 */
export function withoutShapes(): Plugin {
  return {
    name: 'without-shapes',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: CONTRACT },
      handler(code) {
        const unused: Part[] = []
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
            for (const property of operation.properties) {
              if (property.type !== 'Property' || property.key.type !== 'Identifier') continue
              if (['input', 'output', 'summary'].includes(property.key.name)) unused.push(property.value)
            }
          }
        }
        return rewrite(code, [
          ...unused.map(({ start, end }) => ({ start, end, text: 'undefined' })),
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

function rewrite(code: string, changes: readonly (Part & { readonly text: string })[]): string {
  return changes
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), code)
}
