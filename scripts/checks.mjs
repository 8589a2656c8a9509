import { join } from 'node:path'
import { node, root, run } from './runtime.mjs'

const bin = path => join(root, 'node_modules', path)

/** Formatting, lint and types of everything. */
export function quickChecks() {
  step('formatting and lint')
  run(node, [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'])
  step('types')
  run(node, [bin('typescript/bin/tsc'), '-p', 'tsconfig.json'])
  run(node, [bin('typescript/bin/tsc'), '-p', 'apps/web/tsconfig.json'])
  run(node, [bin('typescript/bin/tsc'), '-p', 'apps/web/service-worker/tsconfig.json'])
  run(node, [bin('typescript/bin/tsc'), '-p', 'journeys/tsconfig.json'])
}

/** Runs the tests of the projects named in vitest.config.ts, with further arguments where given. */
export function vitest(projects, ...more) {
  step(`tests: ${projects.join(', ')}`)
  run(node, [bin('vitest/vitest.mjs'), 'run', ...projects.flatMap(name => ['--project', name]), ...more])
}

function step(name) {
  console.log(`\n— ${name}`)
}
