import { updatePassword } from '@refrain/contract/account/own-account'
import type { Operation } from '@refrain/contract/operation'
import { operations } from '@refrain/contract/operations'
import type { FastifyInstance } from 'fastify'
import { expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from './testing/databases/both-databases.ts'
import { sendPicture } from './testing/multipart.ts'
import { type Example, examplesOf, expectedStatus, LAST } from './testing/permission-examples.ts'
import {
  type CallerName,
  createScenario,
  readOwnedData,
  type Scenario,
  SECRETS,
} from './testing/permission-matrix.ts'
import { call, startApp } from './testing/start-app.ts'
import { temporaryFolder } from './testing/temporary-folder.ts'

const place = ({ name }: Operation) => LAST.indexOf(name)
const inOrder = operations.toSorted((a, b) => place(a) - place(b))

/** Every operation by every kind of caller, while other tests use the processors. */
const ALL_OPERATIONS_MS = 120_000

onBothDatabases('every operation', open => {
  it(
    'accepts or rejects every kind of caller as specified, whoever’s data it names (API-01, API-02, READ-26, PROP-13)',
    async () => {
      // Signing in through a provider is not set up, and says so each time.
      const log = vi.spyOn(console, 'error').mockImplementation(() => {})
      onTestFinished(() => log.mockRestore())
      const opened = await open()
      const app = await startApp(opened, { settings: { dataDir: temporaryFolder() } })
      const scene = await createScenario(app, opened.db)
      const examples = examplesOf(scene)
      expect(operations.map(({ name }) => name).filter(name => !examples[name])).toEqual([])
      const hers = await readOwnedData(opened.db, scene.userId)
      for (const caller of Object.keys(scene.callers) as CallerName[]) {
        const outcomes: unknown[] = []
        const wanted: unknown[] = []
        for (const operation of inOrder) {
          const example = examples[operation.name] as Example
          const status = expectedStatus(operation, example, caller)
          if (example.endless && status === 200) continue
          const answer = await attempt(app, operation, example, scene, caller)
          if (operation === updatePassword && answer.statusCode === 200)
            Object.assign(scene.callers[caller], { 'auth-token': answer.json().authtoken })
          outcomes.push([caller, operation.name, answer.statusCode])
          wanted.push([caller, operation.name, status])
          // Administrators see email addresses.
          const secrets = operation.who === 'administrator' && status === 200 ? SECRETS.slice(1) : SECRETS
          if (isStranger(caller)) for (const secret of secrets) expect(answer.body).not.toContain(secret)
        }
        expect(outcomes).toEqual(wanted)
        if (isStranger(caller))
          expect([caller, await readOwnedData(opened.db, scene.userId)]).toEqual([caller, hers])
      }
    },
    ALL_OPERATIONS_MS,
  )
})

const isStranger = (caller: CallerName) => caller !== 'owner' && caller !== 'cookie'

function attempt(
  app: FastifyInstance,
  operation: Operation,
  example: Example,
  scene: Scenario,
  caller: CallerName,
) {
  const headers = scene.callers[caller] as Record<string, string>
  return example.form
    ? sendPicture(app, operation, scene.picture, headers, example.input)
    : call(app, operation, example.input as never, headers)
}
