import { memo, useId } from 'react'
import { RowMenuTabStop } from '../../ui/action/menu.tsx'
import { Time } from '../../ui/data/time.tsx'
import { filesWords } from '../../words/words.ts'
import { ItemIcon } from '../item/item-icon.tsx'
import { NameInput } from './name-input.tsx'
import { MenuOfRow, rowAttributes, SharedMark, sizeOf, useSettled, type RowProps } from './row-parts.tsx'
import styles from './row.module.css'
import { SelectBox } from './select-box.tsx'

const words = filesWords.browser

/** A line of the list. */
export const ItemRow = memo((props: RowProps) => {
  const { item, context, top, isChosen, isActive, isCut, isRenaming, isHurried } = props
  const nameId = useId()
  const isSettled = useSettled(isHurried)
  return (
    <div
      {...rowAttributes(props)}
      aria-labelledby={nameId}
      className={`${styles.row} ${isCut ? styles.cut : ''} ${context.placeOf ? styles.placed : ''}`}
      style={{ transform: `translateY(${top}px)` }}
    >
      <div role="gridcell" className={styles.check} data-check="">
        <SelectBox label={words.select(item.name)} checked={isChosen} />
      </div>
      <div role="rowheader" className={styles.name}>
        <span className={styles.icon}>
          <ItemIcon item={item} workspace={isSettled ? context.workspace : undefined} />
        </span>
        <span className={styles.words}>
          <span className={styles.line}>
            {isRenaming ? (
              <span id={nameId} className={styles.renaming}>
                <NameInput item={item} onSave={context.actions.saveName} onDone={context.onRenamed} />
              </span>
            ) : (
              <a
                id={nameId}
                href={context.hrefOf(item)}
                tabIndex={-1}
                draggable={false}
                title={item.name}
                className={styles.link}
              >
                {context.nameOf?.(item) ?? <bdi>{item.name}</bdi>}
              </a>
            )}
            <SharedMark item={item} />
          </span>
          <span className={styles.facts} aria-hidden="true">
            <Time at={item.updated_at} />
            {item.type === 'file' && ` · ${sizeOf(item)}`}
          </span>
        </span>
      </div>
      {context.placeOf && (
        <div role="gridcell" className={styles.place} data-place="">
          {context.placeOf(item, isActive)}
        </div>
      )}
      <div role="gridcell" className={styles.modified}>
        <Time at={item.updated_at} />
      </div>
      <div role="gridcell" className={styles.size}>
        {sizeOf(item)}
      </div>
      <div role="gridcell" className={styles.menu}>
        {isSettled && (
          <RowMenuTabStop value={isActive}>
            <MenuOfRow item={item} context={context} />
          </RowMenuTabStop>
        )}
      </div>
    </div>
  )
})
