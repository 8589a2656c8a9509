import { fetchOwnUser } from '@refrain/contract/account/own-account'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect, it } from 'vitest'
import { violations } from '../support/checks/axe.ts'
import { describeFocus, tabTo } from '../support/checks/focus.ts'
import { signUpAda } from '../support/data/members.ts'
import { bmp, type PictureFile, png, stripesAt, turnedTiff } from '../support/data/pictures.ts'
import { account } from '../support/pages/account.ts'
import { button, main, sideways } from '../support/pages/pages.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

let page: Page
let errors: string[]

useVisit({
  oneWindow: true,
  allowErrors: true,
  async before(journey) {
    ;({ page, errors } = journey)
    await signUpAda(page.request)
    await page.goto('/user/me')
    await chooseButton().waitFor()
  },
})

const chooseButton = () => button(main(page), 'Choose picture')
const confirm = () => button(main(page), 'Confirm')
const crop = () => page.locator('.crop-view')
const frame = () => page.getByRole('application', { name: 'Picture' })
const corner = () => account(page).locator('img')
async function removePicture(): Promise<void> {
  await button(main(page), 'Remove picture').click()
  await button(page.getByRole('alertdialog'), 'Remove').click()
}
const message = () => main(page).getByRole('alert').innerText()

async function choose(file: PictureFile): Promise<void> {
  const asked = page.waitForEvent('filechooser')
  await chooseButton().click()
  await (await asked).setFiles(file)
}

/** The stored picture, as soon as there is one. */
async function storedPicture(): Promise<Buffer> {
  await corner().waitFor()
  const token = String(await page.evaluate(() => localStorage.getItem('token')))
  const asked = await page.request.post(fetchOwnUser.path, { headers: { 'auth-token': token }, data: {} })
  const { _id, profile_path } = await asked.json()
  const answer = await page.request.get(`/profile_path/user_profile/${_id}/${profile_path}`)
  expect(answer.headers()['content-type']).toBe('image/jpeg')
  return answer.body()
}

it('uploads a PNG, a TIFF that lies on its side and a BMP cropped to a square, whatever their size, and shows it after a reload (ACC-03, ACC-06, ACC-08 to ACC-10, CON-18, VAL-14, READ-64, PROP-54)', async () => {
  for (const make of [turnedTiff, bmp, png]) {
    await choose(await make())
    await confirm().waitFor()
    expect((await crop().boundingBox())?.height).toBe(400)
    await until(async () => {
      const box = await frame().boundingBox()
      return box && box.width === box.height && box.width > 300
    }).toBe(true)
    await confirm().click()
    await chooseButton().waitFor()
    const picture = await storedPicture()
    // The middle of a 3:2 picture: half of each outer stripe is cut off.
    expect(await stripesAt(picture, [0.05, 0.2, 0.3, 0.5, 0.7, 0.8, 0.95])).toEqual([
      'red',
      'red',
      'green',
      'green',
      'green',
      'blue',
      'blue',
    ])
    const { width, height } = await sharp(picture).metadata()
    expect([width, height]).toEqual([400, 400])
    if (make === png) break
    await removePicture()
    await corner().waitFor({ state: 'detached' })
    await until(async () => (await describeFocus(page)).name).toBe('Choose picture')
  }
  await page.reload()
  await until(() => corner().evaluate((image: HTMLImageElement) => image.naturalWidth > 0)).toBe(true)
  await until(() =>
    main(page)
      .locator('img')
      .evaluate((image: HTMLImageElement) => image.naturalWidth > 0),
  ).toBe(true)
  await removePicture()
  await corner().waitFor({ state: 'detached' })

  // A large picture is scaled down before the upload.
  await choose(await png(1_500))
  await confirm().click()
  const { width, height } = await sharp(await storedPicture()).metadata()
  expect([width, height]).toEqual([1024, 1024])
  expect(errors).toEqual([])
})

it('fits the crop and its buttons into any window, sends nothing on Cancel and what is no picture, and reports that only on the console (ACC-07, ACC-10, ACC-11, ERR-10, READ-64)', async () => {
  for (const [times, mimeType] of ['image/tiff', 'image/png'].entries()) {
    await choose({ name: 'broken', mimeType, buffer: Buffer.from('II*\0 nothing of a picture') })
    await until(() => errors.filter(text => text.includes('Upload failed')).length).toBe(times + 1)
    await chooseButton().waitFor()
    expect(await message()).toBe('')
  }
  await choose(await png())
  await confirm().waitFor()
  for (const [width, height] of [
    [1280, 800],
    [768, 1024],
    [640, 360],
    [360, 740],
  ] as const) {
    const at = `${width} × ${height}`
    await page.setViewportSize({ width, height })
    await until(() => sideways(page), at).toBe(0)
    await until(async () => {
      const [top, bottom] = await Promise.all([crop().boundingBox(), confirm().boundingBox()])
      return top && bottom && bottom.y + bottom.height - top.y < height
    }, at).toBe(true)
    if (width === 1280 || width === 360) expect(await violations(page), at).toEqual([])
  }
  await button(main(page), 'Cancel').click()
  await until(async () => (await describeFocus(page)).name).toBe('Choose picture')
  expect(await corner().count()).toBe(0)
})

it('moves and resizes the crop with the arrow keys (ACC-06)', async () => {
  const { keyboard } = page
  // Set up early, because intercepting the dialog takes time and a key press does not.
  const asked = page.waitForEvent('filechooser')
  await tabTo(page, /^Choose picture/)
  await keyboard.press('Enter')
  await (await asked).setFiles(await png())
  // The crop cannot move before the picture has loaded.
  await until(() => confirm().getAttribute('aria-disabled')).toBeNull()
  await frame().waitFor()
  await tabTo(page, /^Picture: use the arrow keys to move it/)
  // To the left end: the picture moves right.
  for (let step = 0; step < 30; step++) await keyboard.press('ArrowRight')
  await tabTo(page, /^Zoom/)
  await keyboard.press('End')
  await keyboard.press('Home')
  await tabTo(page, /^Cancel/)
  await tabTo(page, /^Confirm/)
  await keyboard.press('Enter')
  const picture = await storedPicture()
  expect(await stripesAt(picture, [0.05, 0.45, 0.55, 0.95])).toEqual(['red', 'red', 'green', 'green'])
  await until(async () => (await describeFocus(page)).name).toBe('Choose picture')
})
