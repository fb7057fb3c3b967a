"""usd-core as the judge of what we write: its own evaluation, and its validators."""

import numpy as np
from pxr import Usd, UsdGeom, UsdSkel, UsdValidation


def faults(file):
    """What usd-core's validators say of a file, all of them that there are."""
    registry = UsdValidation.ValidationRegistry()
    validators = registry.GetOrLoadAllValidators()
    assert len(validators) > 15
    stage = Usd.Stage.Open(str(file))
    return [error.GetErrorAsString() for error in UsdValidation.ValidationContext(validators).Validate(stage)]


def skeleton_places(file, codes):
    """Where UsdSkel has the joints of the first skeleton, (T, J, 3), and what they are called."""
    stage = Usd.Stage.Open(str(file))
    root = UsdSkel.Root(stage.GetDefaultPrim())
    cache = UsdSkel.Cache()
    cache.Populate(root, Usd.TraverseInstanceProxies())
    skeleton = next(UsdSkel.Skeleton(prim) for prim in stage.Traverse() if prim.IsA(UsdSkel.Skeleton))
    query = cache.GetSkelQuery(skeleton)
    assert query.GetAnimQuery()
    places = []
    for code in codes:
        world = UsdGeom.XformCache(code).GetLocalToWorldTransform(skeleton.GetPrim())
        joints = query.ComputeJointSkelTransforms(code)
        places.append([(matrix * world).ExtractTranslation() for matrix in joints])
    return np.array(places), list(skeleton.GetJointNamesAttr().Get())


def prim_places(file, paths, codes):
    """Where usd-core has prims, (T, P, 3), in the stage's own space."""
    stage = Usd.Stage.Open(str(file))
    prims = [stage.GetPrimAtPath(path) for path in paths]
    assert all(prims)
    caches = [UsdGeom.XformCache(Usd.TimeCode(float(code))) for code in codes]
    return np.array([[c.GetLocalToWorldTransform(prim).ExtractTranslation() for prim in prims] for c in caches])


def xform_paths(skeleton, prim_names):
    """Where the transforms of joints are in a file of ours."""
    paths = []
    for name, parent in zip(prim_names, skeleton.parents, strict=True):
        paths.append(f"{paths[parent] if parent >= 0 else '/Figure'}/{name}")
    return paths
