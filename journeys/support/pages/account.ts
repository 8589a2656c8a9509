import type { Locator, Page } from 'playwright-core'
import { button, main } from './pages.ts'

/** Fields and submit button of Login and Signup. */
export const field = (page: Page, label: string) => main(page).getByLabel(label, { exact: true })
export const submit = (page: Page) => main(page).locator('form button[type=submit]')
export const toast = (page: Page) => page.getByRole('alert')

/** A member's account button in the top bar, and its dialogs. */
export const account = (page: Page) => page.getByRole('banner').getByRole('button', { name: 'Account' })
export const logoutDialog = (page: Page) =>
  page.getByRole('dialog', { name: 'Do you really want to Logout?' })
export const deleteDialog = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Are you absolutely sure?' })

/** Chooses from the account's menu. */
export async function choose(page: Page, item: string): Promise<void> {
  await account(page).click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** Fills a form and sends it. */
export async function send(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value)
  await submit(page).click()
}

/** Presses a button of a dialog. */
export const answer = (question: Locator, name: string) => button(question, name).click()

/** The session in the browser: local keys, and cookies with whether they are HTTP-only. */
export async function storedSession(page: Page) {
  const local = await page.evaluate(() => Object.keys(localStorage).sort())
  const cookies = await page.context().cookies()
  return {
    local,
    cookies: cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite })),
  }
}
