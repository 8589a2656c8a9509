import { accountTexts } from '@refrain/messages/en/account'
import { administrationTexts } from '@refrain/messages/en/administration'
import { collectionTexts } from '@refrain/messages/en/administration/collection'
import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { paths } from '../../paths.ts'
import { fadeEdges } from '../../ui/scrolling/fade-edges.ts'
import { PageBody } from '../components/page-body.tsx'
import { PageHeading } from '../components/page-heading.tsx'
import '../../ui/styles/tabs.css'

/** The frame of all screens of administrators: heading and links to the others. */
export function AdminFrame({ children }: { readonly children: ReactNode }) {
  const links = [
    [paths.admin(), administrationTexts.overview],
    [paths.adminCollection(), collectionTexts.collection],
    [paths.adminPeople(), administrationTexts.people],
    [paths.adminJobs(), collectionTexts.jobs],
    [paths.adminSettings(), administrationTexts.settings],
    [paths.adminLog(), administrationTexts.log],
  ] as const
  return (
    <PageBody className="py-6">
      <div className="mx-auto max-w-220">
        <PageHeading>{accountTexts.administration}</PageHeading>
        <nav ref={showCurrent} aria-label={accountTexts.administration} className="tabs tabs-scroll">
          {links.map(([to, label]) => (
            <NavLink key={to} to={to} end className="tab">
              {label}
            </NavLink>
          ))}
        </nav>
        <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4">{children}</div>
      </div>
    </PageBody>
  )
}

/** On narrow screens, the tabs scroll sideways. */
function showCurrent(nav: HTMLElement | null): ReturnType<typeof fadeEdges> {
  const tab = nav?.querySelector<HTMLElement>('[aria-current="page"]')
  if (nav && tab) nav.scrollLeft = tab.offsetLeft - nav.offsetLeft - (nav.clientWidth - tab.offsetWidth) / 2
  return fadeEdges(nav)
}
