import { Loader } from '../../ui/loading/loader.tsx'

/** Placeholder of My Account: its tabs and first panel. */
export function AccountSkeleton() {
  return (
    <Loader>
      <div className="flex h-[calc(2.75rem+1px)] items-center gap-8 border-b border-line px-4">
        <div className="h-4 w-16 rounded-small bg-skeleton" />
        <div className="h-4 w-20 rounded-small bg-skeleton" />
        <div className="h-4 w-24 rounded-small bg-skeleton" />
      </div>
      <div className="mt-4 flex items-center gap-4 rounded-panel bg-raised p-4 sm:p-6">
        <div className="size-24 flex-none rounded-full bg-skeleton" />
        <div className="grid gap-2">
          <div className="h-5 w-32 rounded-small bg-skeleton" />
          <div className="h-4 w-44 rounded-small bg-skeleton" />
        </div>
      </div>
      <div className="mt-4 h-44 rounded-panel bg-raised" />
    </Loader>
  )
}
