import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { deleteUser } from '@refrain/contract/account/own-account'
import { uploadUserPicture } from '@refrain/contract/media/picture-uploads'
import sharp from 'sharp'
import { expect, it, onTestFinished, vi } from 'vitest'
import { onBothDatabases } from '../../testing/databases/both-databases.ts'
import { sendPicture } from '../../testing/multipart.ts'
import { signUp } from '../../testing/sign-up.ts'
import { answerOf, startApp } from '../../testing/start-app.ts'
import { temporaryFolder } from '../../testing/temporary-folder.ts'

/** What happens before the files of a picture are written, by how many were written before. */
const disk = vi.hoisted(() => ({ beforeWrite: async (_count: number) => {}, count: 0 }))

vi.mock('../files/write-atomically.ts', async importOriginal => {
  const original = await importOriginal<typeof import('../files/write-atomically.ts')>()
  return {
    ...original,
    async writeAtomically(...given: Parameters<typeof original.writeAtomically>) {
      await disk.beforeWrite(disk.count++)
      return original.writeAtomically(...given)
    },
  }
})

const filesIn = (dataDir: string) => {
  const root = join(dataDir, 'uploads')
  if (!existsSync(root)) return []
  return readdirSync(root, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
}

onBothDatabases('a picture that cannot be stored', openTestDatabase => {
  async function start() {
    const dataDir = temporaryFolder()
    const app = await startApp(await openTestDatabase(), { settings: { dataDir } })
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    disk.count = 0
    onTestFinished(() => {
      log.mockRestore()
      disk.beforeWrite = async () => {}
    })
    const create = { width: 300, height: 300, channels: 3, background: '#246' } as const
    return { app, dataDir, ada: await signUp(app), picture: await sharp({ create }).png().toBuffer() }
  }

  it('leaves nothing on a full disk, and can be uploaded again once there is space', async () => {
    const { app, dataDir, ada, picture } = await start()
    disk.beforeWrite = async count => {
      if (count === 2) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    }
    const refused = await sendPicture(app, uploadUserPicture, picture, ada)
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '30'])
    expect(disk.count).toBe(3)
    expect(filesIn(dataDir)).toEqual([])
    expect((await sendPicture(app, uploadUserPicture, picture, ada)).statusCode).toBe(200)
    expect(filesIn(dataDir).length).toBeGreaterThan(1)
  })

  it('answers 401 when the account is deleted meanwhile, and leaves nothing', async () => {
    const { app, dataDir, ada, picture } = await start()
    disk.beforeWrite = async count => {
      if (count === 0) await answerOf(app, deleteUser, {}, ada)
    }
    const refused = await sendPicture(app, uploadUserPicture, picture, ada)
    expect(refused.statusCode).toBe(401)
    expect(filesIn(dataDir)).toEqual([])
  })
})
