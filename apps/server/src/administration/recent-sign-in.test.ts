import { RECENT_SIGN_IN_NEEDED } from '@refrain/contract/account/session'
import { administrationOperations } from '@refrain/contract/administration/operations'
import { minuteLimits } from '@refrain/contract/limits'
import type { Operation } from '@refrain/contract/operation'
import { expect, it } from 'vitest'
import { onBothDatabases } from '../testing/databases/both-databases.ts'
import { sendPicture } from '../testing/multipart.ts'
import { type Example, examplesOf } from '../testing/permission-examples.ts'
import { createScenario } from '../testing/permission-matrix.ts'
import { call, startApp } from '../testing/start-app.ts'

/** Reads whose input does not fit an address. */
const READS = ['browseFolders']
const ofAdministrators: readonly Operation[] = administrationOperations.filter(
  ({ who }) => who === 'administrator',
)
const isRead = ({ name, method }: Operation) => method === 'GET' || READS.includes(name)

it('every administrative change declares that it needs a recent sign-in, and no read does', () => {
  expect(ofAdministrators.length).toBeGreaterThan(30)
  for (const operation of ofAdministrators)
    expect([operation.name, operation.needsRecentSignIn ?? false]).toEqual([
      operation.name,
      !isRead(operation),
    ])
})

onBothDatabases('an administrator who signed in a while ago', open => {
  it('reads everything, and changes nothing before proving who they are', async () => {
    const opened = await open()
    const { db } = opened
    const app = await startApp(opened)
    const scene = await createScenario(app, db)
    const examples = examplesOf(scene)
    const early = Date.now() - (minuteLimits.recentSignIn + 1) * 60_000
    await db
      .updateTable('sessions')
      .set({ created_at: early })
      .where('user_id', '=', scene.administratorId)
      .execute()
    const before = await db.selectFrom('users').selectAll().orderBy('id').execute()
    const attempt = async (operation: Operation, headers: Record<string, string>) => {
      const example = examples[operation.name] as Example
      const answer = example.form
        ? await sendPicture(app, operation, scene.picture, headers, example.input)
        : await call(app, operation, example.input as never, headers)
      return { name: operation.name, isAsked: answer.body.includes(RECENT_SIGN_IN_NEEDED) }
    }
    for (const operation of ofAdministrators) {
      const { name } = operation
      const asked = await attempt(operation, scene.callers.administrator)
      expect(asked).toEqual({ name, isAsked: !isRead(operation) })
      // Not a listener either: the reason must not tell that they would be let in.
      expect(await attempt(operation, scene.earlier)).toEqual({ name, isAsked: false })
    }
    expect(await db.selectFrom('audit_entries').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('users').selectAll().orderBy('id').execute()).toEqual(before)
    // Programs have nobody who could confirm it.
    for (const operation of ofAdministrators)
      expect(await attempt(operation, scene.callers.service)).toMatchObject({ isAsked: false })
  })
})
