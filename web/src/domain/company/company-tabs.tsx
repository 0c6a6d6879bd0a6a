import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '../../ui/tabs.tsx';

export interface CompanyTab {
  /** Value of `?aba=` in the address. For the first tab the address has no `aba`. */
  value: string;
  label: string;
  content: ReactNode;
}

/** The tabs of a company's screens. An opened tab stays mounted, with its typed text, while another is shown. */
export function CompanyTabs({
  tabs,
  label,
}: {
  tabs: readonly [CompanyTab, ...CompanyTab[]];
  label: string;
}) {
  const [search, setSearch] = useSearchParams();
  const current = tabs.find((tab) => tab.value === search.get('aba')) ?? tabs[0];
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set([current.value]));
  if (!opened.has(current.value)) setOpened(new Set([...opened, current.value]));

  const open = (value: string): void => {
    setSearch(
      (old) => {
        const params = new URLSearchParams(old);
        if (value === tabs[0].value) params.delete('aba');
        else params.set('aba', value);
        return params;
      },
      { replace: true, preventScrollReset: true },
    );
  };

  return (
    <Tabs value={current.value} onValueChange={open}>
      <TabsList aria-label={label}>
        {tabs.map((tab) => (
          <TabsTrigger key={tab.value} value={tab.value}>
            {tab.label}
          </TabsTrigger>
        ))}
      </TabsList>
      {tabs.map((tab) => (
        <TabsContent
          key={tab.value}
          value={tab.value}
          forceMount
          hidden={tab.value !== current.value}
          className="data-[state=inactive]:hidden"
        >
          <h2 className="sr-only">{tab.label}</h2>
          {opened.has(tab.value) ? tab.content : null}
        </TabsContent>
      ))}
    </Tabs>
  );
}
