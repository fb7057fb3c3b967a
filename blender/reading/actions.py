"""F-curves of actions, whether these are layered, with slots, or legacy."""

from __future__ import annotations


def curves_of(data):
    """Return the F-curves of an animation data's own action, in its slot; empty where there is none."""
    action = data.action if data else None
    if action is None:
        return []
    holder = holder_of(data)
    return list(holder.fcurves) if holder is not None else []


def holder_of(data):
    """Return what holds these F-curves: the channelbag of the slot, or a legacy action itself; None for nothing."""
    action = data.action
    slot = getattr(data, "action_slot", None)
    return _holder(action, slot)


def curves_in(action, identifier):
    """Return the F-curves of an action in the slot of this identifier, "" where it has no slots."""
    slot = next((s for s in getattr(action, "slots", ()) if s.identifier == identifier), None)
    holder = _holder(action, slot)
    return list(holder.fcurves) if holder is not None else []


def _holder(action, slot):
    if not hasattr(action, "layers") or (hasattr(action, "fcurves") and not len(action.layers)):
        return action
    if slot is None:
        return None
    for layer in action.layers:
        for strip in layer.strips:
            for bag in strip.channelbags:
                if bag.slot_handle == slot.handle:
                    return bag
    return None


def assign(data, action, identifier):
    """Let an animation data use an action, with the slot of this identifier where there are slots."""
    data.action = action
    if identifier and hasattr(data, "action_slot"):
        slot = next((s for s in action.slots if s.identifier == identifier), None)
        if slot is not None:
            data.action_slot = slot


def slot_identifier(data):
    """Return the identifier of the slot that an animation data uses; "" where there are no slots."""
    slot = getattr(data, "action_slot", None)
    return slot.identifier if slot is not None else ""


def new_curve(owner, data, path, index, group):
    """Add an F-curve to an object's own action, in its slot, in a group; return it."""
    action = data.action
    if not hasattr(action, "fcurve_ensure_for_datablock"):  # before Blender 4.4
        return action.fcurves.new(path, index=index, action_group=group)
    if not hasattr(action, "fcurves"):  # since Blender 5
        return action.fcurve_ensure_for_datablock(owner, path, index=index, group_name=group)
    curve = action.fcurve_ensure_for_datablock(owner, path, index=index)
    groups = holder_of(data).groups
    curve.group = groups.get(group) or groups.new(group)
    return curve
