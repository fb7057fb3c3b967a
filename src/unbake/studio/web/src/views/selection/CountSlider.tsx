/** How many keys: the first thing that a hand goes to. It stands right above the chart and has the same scale. */

import { useGesture } from "../../controls/gesture";
import { Slider } from "../../controls/Slider";
import type { SpaceFound } from "../../messages";
import { useStore } from "../../store";
import { useStudio } from "../../studio/context";
import { chooseCount } from "./choosing";
import { countAt, countNear, positionOf } from "./scale";
import { reach, scaleOf, useShownCount, useSpace } from "./useSelection";
import { counted } from "./wording";

export function CountSlider() {
  const space = useSpace();
  const count = useShownCount();
  return space && count !== null ? <Ready space={space} count={count} /> : <Waiting />;
}

function Ready({ space, count }: { space: SpaceFound; count: number }) {
  const studio = useStudio();
  const gesture = useGesture("slider");
  const scale = scaleOf(
    space,
    useStore(reach, (last) => last),
  );
  return (
    <Slider
      className="count-slider"
      label="Number of keys"
      position={positionOf(scale, count)}
      text={counted(count, "key")}
      gesture={gesture}
      onMove={(position, name) => chooseCount(studio, countNear(space, countAt(scale, position)), name)}
      onStep={(steps, name) => chooseCount(studio, countNear(space, count, steps), name)}
    />
  );
}

/** The selection space of a long take may be under way for some seconds. */
function Waiting() {
  const gesture = useGesture("none");
  const nothing = () => {};
  return (
    <Slider
      className="count-slider"
      label="Number of keys"
      position={0}
      text=""
      gesture={gesture}
      isDisabled
      onMove={nothing}
      onStep={nothing}
    />
  );
}
