/** Steps of a hand as requests. */

import type { Vector3 } from "three";
import type { Step } from "../../studio/posing";
import type { Studio } from "../../studio/studio";
import type { Ring } from "./PoseHandles";

interface Point {
  x: number;
  y: number;
}

/** A joint on its way to a place; pins and what was painted count as they are now. */
export function dragStep(studio: Studio, joint: number, { x, y, z }: Vector3): Step {
  const { pins, influence, keepsFloor } = studio.posing.state.get();
  return (base, frame, gesture) => {
    const body = {
      clip: studio.clip.get()!.id,
      ...base,
      frame,
      gesture,
      joint,
      place: [x, y, z] as [number, number, number],
      pins: pins.filter((pin) => pin !== joint),
      detail: studio.document.get().detail,
      influence: influence ?? new Float32Array(),
      floor: keepsFloor,
    };
    return studio.connection.request("DragPose", body).answer;
  };
}

export function turnStep(studio: Studio, { joint, axis }: Ring, angle: number): Step {
  const about = [axis.x, axis.y, axis.z] as [number, number, number];
  return (base, frame) => {
    const { detail } = studio.document.get();
    const body = { clip: studio.clip.get()!.id, ...base, frame, joint, axis: about, angle, detail };
    return studio.connection.request("TurnJoint", body).answer;
  };
}

export function tweenStep(studio: Studio, part: number): Step {
  return (base, frame) => {
    const { detail } = studio.document.get();
    const body = { clip: studio.clip.get()!.id, ...base, frame, part, detail };
    return studio.connection.request("TweenPose", body).answer;
  };
}

/** How far a pointer went round a middle, radians; above 0 against the clock, as seen. */
export function angleBetween([cx, cy]: readonly [number, number], from: Point, to: Point): number {
  const turn = Math.atan2(cy - to.y, to.x - cx) - Math.atan2(cy - from.y, from.x - cx);
  return turn - 2 * Math.PI * Math.round(turn / (2 * Math.PI));
}
