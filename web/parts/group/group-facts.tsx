import { Copyable } from '../../ui/data/copyable.tsx'
import { Facts } from '../../ui/data/facts.tsx'
import { Time } from '../../ui/data/time.tsx'
import { Switch } from '../../ui/form/switch.tsx'
import { groupWords } from '../../words/words.ts'
import { useWorkspace } from '../session/session.ts'
import type { Group } from './groups.ts'
import { switchGroup } from './switch-group.ts'

export function GroupFacts({ group }: { readonly group: Group }) {
  const workspace = useWorkspace()
  return (
    <div className="stack">
      <Switch
        label={groupWords.active}
        help={groupWords.activeHelp}
        checked={group.active}
        onChange={(active) => void switchGroup(workspace.id, group, active)}
      />
      <Facts
        of={[
          [
            groupWords.heads.number,
            <Copyable key="number" text={group.number} what={groupWords.form.number.toLowerCase()} />,
          ],
          [groupWords.heads.created, <Time key="created" at={group.created_at} />],
          [groupWords.id, <Copyable key="id" text={String(group.id)} what={groupWords.groupId} />],
        ]}
      />
    </div>
  )
}
