import { createUser, login } from '@refrain/contract/account/sign-in'
import type { Browser, Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { visit } from '../support/browsers/chromium.ts'
import { choose, field, send, submit, toast } from '../support/pages/account.ts'
import { button, goWithin, link, main, optionsMenu, title } from '../support/pages/pages.ts'
import type { Service } from '../support/servers/service.ts'
import { until } from '../support/until.ts'
import { useVisit } from '../support/use-visit.ts'

const PASSWORD = 'correct horse battery'

const ADMIN = 'alan@example.org'
/** Every screen of the administration; how they look: every-screen.test.ts. */
const SCREENS = [
  '/admin',
  '/admin/collection',
  '/admin/jobs',
  '/admin/people',
  '/admin/settings',
  '/admin/log',
]

let page: Page
let service: Service
let browser: Browser
let visits = 0
let listener: string

useVisit({
  music: [
    {
      artist: 'The Oscillators',
      album: 'Pure Tones',
      year: 2021,
      colour: '#7a2e8c',
      tracks: ['Tone'].map(name => ({ title: name, frequency: 440, seconds: 1 })),
    },
  ],
  async begin({ address, run }) {
    const body = JSON.stringify({ name: 'Alan Turing', email: ADMIN, password: PASSWORD })
    const headers = { 'content-type': 'application/json' }
    await fetch(address + createUser.path, { method: 'POST', headers, body })
    expect((await run('admin', [ADMIN])).status).toBe(0)
  },
  // Refused calls are part of these tests.
  allowErrors: true,
  async before(journey) {
    ;({ page, service, browser } = journey)
    listener = `bo-${++visits}@example.org`
    const bo = { name: 'Bo Listener', email: listener, password: PASSWORD }
    await page.request.post(createUser.path, { data: bo })
    await page.request.post(login.path, { data: { email: ADMIN, password: PASSWORD } })
  },
})

/** Opens a screen of the administration. */
async function open(path: string): Promise<void> {
  await page.goto(path)
  await main(page).waitFor()
}

const person = (email: string) => main(page).getByRole('row').filter({ hasText: email })

/** Chooses from the menu of an account. */
async function act(email: string, item: string): Promise<void> {
  await person(email).getByRole('button', { name: 'More options' }).click()
  await optionsMenu(page).getByRole('menuitem', { name: item }).click()
}

/** Another browser, at a screen. */
async function openElsewhere(path: string) {
  const other = await visit(browser, service.address)
  await other.page.goto(path)
  return other
}

it('shows listeners nothing: no entry in the menu, no screen, no answer', async () => {
  const { page: theirs, context } = await openElsewhere('/login')
  await send(theirs, { Email: listener, Password: PASSWORD })
  await until(() => new URL(theirs.url()).pathname).toBe('/')
  for (const path of SCREENS) {
    await goWithin(theirs, path)
    await until(() => title(theirs).innerText()).toBe('Unexpected Application Error!')
    await goWithin(theirs, '/')
  }
  await theirs.getByRole('banner').getByRole('button', { name: 'Account' }).click()
  await theirs.getByRole('menuitem', { name: 'Profile' }).waitFor()
  expect(await theirs.getByRole('menuitem', { name: 'Administration' }).count()).toBe(0)
  await context.close()
  const guest = await openElsewhere('/admin')
  await until(() => new URL(guest.page.url()).pathname).toBe('/login')
  await guest.context.close()
})

it('disables an account, which then cannot sign in, enables it again, and deletes it after a question, but not the last administrator', async () => {
  await page.goto('/')
  await choose(page, 'Administration')
  await until(() => title(page).innerText()).toBe('Administration')
  await link(main(page), 'People').click()
  await main(page).getByRole('searchbox').fill(listener)
  await until(() => main(page).getByRole('row').count()).toBe(1)
  await act(listener, 'Disable account')
  await until(() => person(listener).innerText()).toContain('Disabled')
  const { page: theirs, context } = await openElsewhere('/login')
  await send(theirs, { Email: listener, Password: PASSWORD })
  await until(() => toast(theirs).innerText()).toBe(
    'This account is disabled: ask whoever runs this service.',
  )
  await act(listener, 'Enable account')
  await until(() => person(listener).innerText()).not.toContain('Disabled')
  await submit(theirs).click()
  await until(() => new URL(theirs.url()).pathname).toBe('/')
  await context.close()

  await act(listener, 'Delete account')
  const question = page.getByRole('alertdialog', { name: 'Delete the account of Bo Listener?' })
  await button(question, 'Delete').click()
  await main(page).getByText('Nobody found').waitFor()
  await main(page).getByRole('searchbox').fill(ADMIN)
  await until(() => main(page).getByRole('row').count()).toBe(1)
  await act(ADMIN, 'Delete account')
  await button(page.getByRole('alertdialog'), 'Delete').click()
  await until(() => toast(page).innerText()).toBe(
    'This is the last administrator: make somebody else one first.',
  )
  await page.keyboard.press('Escape')
  await goWithin(page, '/admin/log')
  await main(page).getByText('Alan Turing deleted Bo Listener').first().waitFor()
})

it('invites somebody while nobody else can sign up, and keeps guests out of a private service, which plays for those who have signed in', async () => {
  await open('/admin/settings')
  await choice('Who may create an account', 'People with an invitation').check()
  await link(main(page), 'People').click()
  await button(main(page), 'Invite somebody').click()
  const dialog = page.getByRole('dialog', { name: 'Invite somebody' })
  await dialog.getByLabel('For whom?').fill('Grace')
  await button(dialog, 'Create link').click()
  const address = await dialog.getByLabel('Send this link').inputValue()
  await button(dialog, 'Done').click()
  await main(page).getByText('0 of 1 used').waitFor()
  const guest = await openElsewhere('/signup')
  await guest.page.getByText('You need an invitation').waitFor()
  await guest.page.goto(address)
  await field(guest.page, 'Name').waitFor()
  await send(guest.page, { Name: 'Grace Hopper', Email: 'grace@example.org', Password: PASSWORD })
  await until(() => new URL(guest.page.url()).pathname).toBe('/')
  await guest.context.close()

  await goWithin(page, '/admin/settings')
  for (const [question, answer] of [
    ['Who may create an account', 'Everybody'],
    ['Who may listen', 'People with an account'],
  ] as const) {
    await choice(question, answer).check()
    await until(() => choice(question, answer).isChecked()).toBe(true)
  }
  const { page: theirs, context } = await openElsewhere('/popularalbums')
  await until(() => new URL(theirs.url()).pathname).toBe('/login')
  await send(theirs, { Email: listener, Password: PASSWORD })
  await until(() => new URL(theirs.url()).pathname).toBe('/popularalbums')
  await main(theirs).getByText('Pure Tones').first().click()
  await until(() => title(theirs).innerText()).toBe('Pure Tones')
  const part = theirs.waitForResponse(response => /\/(stream|audio)\//.test(response.url()))
  await button(main(theirs), 'Play').first().click()
  expect((await part).status()).toBe(206)
  await context.close()
  await choice('Who may listen', 'Everybody').check()
  await until(() => choice('Who may listen', 'Everybody').isChecked()).toBe(true)
})

const choice = (question: string, answer: string) =>
  main(page).getByRole('radiogroup', { name: question }).getByLabel(answer)

it('shows how the service is, names it and goes back to the default', async () => {
  await open('/admin')
  const facts = (title: string) => main(page).getByRole('region', { name: title, exact: true }).locator('dl')
  await until(() => facts('Now').innerText()).toMatch(/Health\s+Ready[\s\S]*Listeners\s+[1-9]/)
  await until(() => facts('Storage').innerText()).toMatch(
    /Your music\s+\d.*\s+Database\s+\d[\s\S]*Free disk space\s+\d.* of \d/,
  )
  await until(() => facts('Service').innerText()).toMatch(/Version\s+\d+\.\d+\.\d+/)

  await goWithin(page, '/admin/settings')
  const name = main(page).getByRole('region', { name: 'Service', exact: true })
  await name.getByText('This is the default.').waitFor()
  await name.getByLabel('Name of the service').fill('Radio Alan')
  await button(name, 'Save').click()
  await page.getByRole('banner').getByText('Radio Alan').waitFor()
  await name.getByText('Chosen here. Default: Refrain.').waitFor()
  await button(name, 'Use the default').click()
  await page.getByRole('banner').getByText('Refrain').waitFor()
  await name.getByText('This is the default.').waitFor()
  expect(await name.getByLabel('Name of the service').inputValue()).toBe('')
})
